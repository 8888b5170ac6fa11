"""Chapter XXI, siege guns and mortars. What carries out each clause.

XVI.A   units.SINGLES /1; between._is_below /2; mortars.is_observed /2
"""
