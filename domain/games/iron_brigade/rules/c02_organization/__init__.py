"""Chapter II, organization: stands and formations, and what a set-up may hold. What carries out each clause.

II.B    setup.setup_faults /1; stands.stands_for /1; c08_charge.rolling.is_automatic /2
II.C    stands.battery /1; set_up.muster_of /2, /6-7; units.Unit /3;
        c06_general_fire.casualties.hit_battery /4
"""
