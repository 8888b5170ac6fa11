"""Chapter 6 of the rulebook: movement and reconnaissance; voyages of 7.13.3. Each paragraph, and what
carries it out.

6.1     allowance, marching, retreating
6.2     marching, waters, sailing
6.3     marching.rides, marching._check_ride, marching._enter
6.4     reconnoitring, position.sight, c04_sequence.standing
7.13.3  sailing (voyages and landing), cargo; c07_combat (the combat of a landing)
"""
