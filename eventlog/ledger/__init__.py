"""The ledger: a Merkle tree over the log (RFC 9162, 2.1), what is signed of it, and how both are verified.

Nothing here touches a database or a server: whoever has hashes, notes and keys can use it. What the store and
the service add is in eventlog/store/tiles.py, referee/proof/prover.py and eventlog/signer.py.
"""
