"""Chapter 15 of the rulebook: passing command. Each paragraph, and what carries it out.

15      c04_sequence.activation._check_end /1; passing.check_passing /1, /3, /5;
        c04_sequence.activation._activation_ended /2, /9; c04_sequence.activation._check_activate_hq /4;
        passing.pass_units /6; aside.ask_aside /7-8
"""
