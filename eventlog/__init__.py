"""The log: an append-only store, its Merkle ledger, bundles, records, errors, idempotency."""
