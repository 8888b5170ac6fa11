"""Sections 21 and 23 of the rulebook, which are lost: the strategic turn of the campaign, by R.7 and R.9.

4.2    phases.strategic_steps /1, /3-4
R.7    income.union_income /1; income.confederate_income /2-3; economy.yielding /4;
       phases._receive_income /5-7; income.cost /8-10; ordering._check_order /8-11, /18;
       deploying._check_deploy /15-18; ordering._check_call /20-21
R.9    economy.port_state /1, /3-4; phases._import /2; income.imported /2, /4
R.2    economy.railroad_cut /11; economy.capital_cut_off /11
R.12   paying.require_listed /1-2
"""
