"""Section 22.5 of the rulebook, which is lost: leaders and headquarters between cycles, by R.6.

R.6     c21_production.phases.strategic_steps /1; picking._begin_pick /1-2; picking._check_appoint /1;
        picking._check_place /1, /6, /10; picking.pool_of /1-2; picking.not_in_play /2;
        picking._check_recall /3; picking._check_promote /4; prisoners._check_answer /5;
        prisoners._check_offer /5; prisoners._check_parole /6; prisoners.roll_for_leader /7, /10;
        headquarters._check_create /8; headquarters._check_remove /9; headquarters._removed /9;
        c08_combat.advancing.finish /10
"""
