"""Chapter II, organization: stands and formations, and what a set-up may hold. What carries out each clause.

II.A    setup.setup_faults /1; stands.stands_for /2; stands.formed /3-5, /7
II.B    setup.setup_faults /1; stands.stands_for /1
II.C    stands.battery /1
II.D    data/stands.csv /1
G/55    stands.formed; stands.battery; stands.single
S/29    setup.setup_faults
"""
