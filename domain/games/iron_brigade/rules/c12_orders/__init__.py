"""Chapter XII, orders: what a standing order lets a unit do. What carries out each clause."""
