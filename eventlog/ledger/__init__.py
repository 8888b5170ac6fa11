"""The ledger: a Merkle tree over the log (RFC 9162, 2.1), what is signed of it, and how both are verified.

Nothing here touches a database or a server: hashes, notes and keys are enough. What the store and
the service add is in eventlog/store/tiles.py, referee/proof/prover.py and eventlog/signer.py.
"""
