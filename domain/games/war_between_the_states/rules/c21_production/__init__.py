"""Sections 21 and 23 of the rulebook, which are lost: the strategic turn of the campaign, by R.7 and R.9.

R.7     income.union_income /1; phases._receive_income /1-3, /5-7; economy.yielding /2-4;
        income.confederate_income /2-3; ordering._check_end /7;
        position.campaign.Order and Production /7, /11, /18; income.cost /8-10;
        ordering._check_order /8-11, /18; paying.require_paid /8-10;
        c22_recruiting.augmenting._check_augment /8-9, /12;
        c22_recruiting.augmenting._check_garrison /8-9, /16;
        c22_recruiting.converting._check_convert /8-9, /13; deploying._deploy_finished /11, /18;
        deploying._ready /11, /18; ordering._ask_production /11; c22_recruiting.converting._check_merge /14;
        deploying._check_deploy /15-18; deploying._require_town /15; deploying._berths /17-18;
        deploying._require_berth /17; c24_departments.places.berths /17; deploying.lose_yards /18;
        phases._production /19; c22_recruiting.converting._ask_disbanding /19;
        c22_recruiting.converting._check_disband /19; c22_recruiting.converting.going_home /19;
        ordering._check_call /20-21; data/campaign_schedule.csv /1, /6; data/production_costs.csv /9-10
R.9     economy.port_state /1, /3-4; income.imported /2, /4; phases._import /2-4;
        data/places.csv, columns supply and seaport /1
R.11    c19_scenarios.owners.owners_at_start /7; deploying._require_fort_site /9; phases._production /9;
        phases._receive_income /9; c22_recruiting.scheduled._check_raise /9;
        c22_recruiting.scheduled._check_reinforce /9; c22_recruiting.scheduled._receive /9;
        data/scenario_campaign_1861.toml /1-6
R.12    paying.require_listed /1-2; c23_leader_pick.headquarters._check_create /1;
        c24_departments.building._check_base /1; position.problems._number_problems /1-2;
        data/piece_list.csv /1-2
"""
