"""What each kind of event is about, for reading the chronicle by topic."""

_TOPICS = {
    "turns": "game_begun step_began side_set_up initiative_rolled turn_ended game_ended victory_checked"
    " decision_opened decision_closed",
    "recruiting": "reinforcements_reckoned reinforcement_placed leader_returned reinforcements_ended"
    " militia_called_out militia_placed units_deployed deployments_ordered",
    "building": "construction_reckoned construction_ended unit_built railway_unit_returned project_started"
    " project_completed railroad_advanced fort_taken project_lost fort_announced fort_placed fort_completed"
    " fort_work_failed digging_began entrenchment_placed entrenchment_removed works_entered works_left",
    "marches": "move_began move_ended force_moved force_dropped units_picked_up leader_moved leader_travelled"
    " rally_attempted levee_breach_tried",
    "reaction": "reaction_began reaction_attempted reaction_stayed reaction_ended force_reacted"
    " reacted_into_works standing_order_set train_reacted vessel_reaction_attempted vessel_reacted"
    " vessel_stayed",
    "battles": "entry_settled battle_began battle_step_began participants_chosen battle_leader_chosen"
    " battle_supply_answered battle_fought losses_reckoned losses_taken cavalry_attacked force_demoralized"
    " stand_decided force_retreated surrendered_for_want_of_retreat political_roll leader_effects_rolled"
    " leader_promoted leader_wounded leader_killed leader_created leader_moved_alone leader_captured"
    " fort_destroyed fort_surrendered siege_held relief_joined naval_support_given battle_ended",
    "naval": "vessels_moved voyage_ended vessels_stranded vessels_without_base ferry_used force_carried"
    " landing_made naval_combat_began naval_round_began vessels_withdrew naval_fire naval_fire_held"
    " unfinished_vessels_lost damaged_vessels_returned naval_combat_ended run_began fort_shots_rolled"
    " run_resolved",
    "railroads": "train_ran rail_broken rail_repaired railway_moved railway_rode rail_upgraded"
    " railway_unit_lost rails_taken",
    "supply": "supply_checked force_surrendered depot_built depot_destroyed attrition_rolled",
    "control": "hex_taken northern_city_captured",
    "economy": "economy_reckoned",
    "politics": "political_status_changed surrender_rolled election_held draft_declared draft_ordered"
    " diplomacy_rolled kentucky_rolled kentucky_violated kentucky_joined kentucky_militia_raised",
}

TOPICS: dict[str, str] = {kind: topic for topic, kinds in _TOPICS.items() for kind in kinds.split()}
"""The topic of every type of event, by its stored name."""
