"""Chapter XXI, siege guns and mortars. What carries out each clause."""
