"""Politics, Europe and the election. What carries out each clause.

1864-presidential-election
        election.elect /1-2, /10; election._cities /3-5; election.modifiers /6-9; rating.count_battle /6
advanced-optional-rules
        c06_tactical.experience.gain_experience /1; position.state.Position.has /1, /3-4, /6;
        election.elect /2; c06_tactical.reinforcing.open_battle /3;
        c06_tactical.initiative.find_initiative /4; c09_production.blockade.begin_blockade /5;
        actions.begin_politics /7; election.modifiers /8; rating.set_rating /8
conscription
        conscription._check /1; c09_production.income._politics /2; conscription.may_riot /3, /5;
        conscription.roll_riots /3-4, /6; conscription.fight_rioters /6-8; c05_battles.forces.player_of /7;
        c05_battles.retreating.ways_back /9; conscription._rolled /9; c09_production.income._clause /10
csa-declares-emancipation
        emancipation._csa_declares /1; secession.roll_states /2; secession._move_out /3;
        c03_movement.marching.check_movers /4; secession._relocated /4; secession._disband /5;
        c09_production.income._politics /6; secession._rolled /7; c03_movement.entering.militia_waits /8;
        c05_battles.starting.militia /9; c05_battles.forces.player_of /10;
        c05_battles.starting.defender_in /10; c05_battles.retreating.ways_back /11;
        c06_tactical.retreating._remove_winning_special /11; c05_battles.captures.stock_lost /12;
        c09_production.income._clause /12; c09_production.placing.invaded_states /13
declare-war-on-european-powers
        diplomacy._declare /1; diplomacy._check_war /2
emancipation-of-the-slaves
        emancipation._check /1, /4; emancipation.may_emancipate /2; rating._counted /2-3
european-diplomacy
        diplomacy._give /1; c09_production.income.income_of /2; diplomacy._check_gift /2-3
european-intervention-rating
        position.production.Politics /1; rating.count_battle /2; captures._move_for_capital /3;
        rating.set_rating /4-5
political-initiative-round
        actions.begin_politics /1; actions._offer /2-4; c02_turns.sequence.produces /5
seek-support-or-intervention
        diplomacy._check_seek /1, /4; c09_production.income.offered_support /2; diplomacy._seek /2-3
usa-declares-emancipation
        emancipation._check_volunteers /1; emancipation._usa_declares /1-2; captures._ask_freedmen /3-4
"""
