"""What each type of event is about, for reading the chronicle by topic."""

_TOPICS = {
    "turns": "game_begun decision_opened decision_closed step_entered turn_began game_ended"
    " free_infantry_placed free_infantry_sealed",
    "movement": "movement_began units_moved units_railed movement_ended leaders_retreated movement_settled",
    "naval": "shipment_declared shipment_landed shipped_units_lost shipment_failed naval_battle_fought"
    " naval_losses_taken",
    "battles": "battles_ordered special_forces_appeared battle_opened battle_effects_began battle_closed"
    " captures_found city_captured main_body_named force_rolled battle_settled attacker_acts_first"
    " battle_initiative_rolled battle_orders_sealed army_set_up fight_began battle_turn_began"
    " battle_phase_began battle_phase_passed unit_moved_in_battle attack_rolled leader_fate_rolled"
    " battle_turn_ended army_beaten units_eliminated retreat_named pursuit_began pursuit_rolled"
    " pursuit_ended units_retreated special_forces_left late_units_placed battle_decided"
    " experience_rolled leader_gained brigade_became_elite battle_ended",
    "production": "production_began income_received unit_bought rating_bought ratings_turned"
    " production_ended blockade_began blockade_met blockade_rolled blockade_set",
    "politics": "rating_moved emancipation_declared volunteers_placed freedmen_enlisted states_rolled"
    " units_relocated units_disbanded conscription_declared riots_rolled gift_given support_sought"
    " war_broke_out forces_placed uprising_rolled power_left major_battle_counted election_held",
}

TOPICS: dict[str, str] = {kind: topic for topic, kinds in _TOPICS.items() for kind in kinds.split()}
"""The topic of every type of event, by its stored name."""
