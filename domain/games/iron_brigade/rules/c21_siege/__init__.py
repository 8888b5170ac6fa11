"""Chapter XXI, siege guns and mortars. What carries out each clause.

XVI.A   between._is_below /2; mortars.is_observed /2
"""
