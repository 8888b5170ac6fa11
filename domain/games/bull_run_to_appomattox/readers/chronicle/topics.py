"""What each type of event is about, for reading the chronicle by topic."""

_TOPICS = {
    "turns": "game_begun army_set_up step_entered turn_began markers_removed initiative_rolled"
    " decision_opened decision_closed turn_taken stop_offered game_ended",
    "orders": "preparation_order_given placement_order_given attrition_order_given orders_carried_out"
    " piece_activated activation_ended side_passed",
    "headquarters": "hq_drawn hq_placed hq_lost hq_replaced survival_checked units_attached combat_credited"
    " vacancies_closed hq_moved_aside hqs_promoted leader_chosen",
    "marches": "zone_entered hq_retreated hq_reconnoitred city_taken",
    "battles": "battle_opened attack_answered relief_joined defence_supported armies_shown round_fired"
    " losses_taken combat_decided battle_decided battle_ended cp_eliminated site_points_scored",
    "naval": "army_embarked fleets_sailed troops_landed fleets_retreated fleets_lost naval_combat_opened"
    " guns_aimed broadsides_fired steps_lost naval_round_ended naval_combat_ended",
    "raiders": "raider_met raider_fought raiders_fought raider_moved raider_lost raider_fight_ended"
    " bridge_destroyed railroad_destroyed city_pillaged repaired",
    "sieges": "works_begun works_done works_destroyed siege_begun siege_delayed siege_lifted"
    " place_surrendered fort_lost",
    "economy": "preparation_paid fleets_unpaid revenue_collected units_bought units_placed fleet_placed"
    " raider_placed winter_rolled winter_losses",
    "events": "event_rolled fixed_event revenue_awarded volunteers_raised units_deserted technology_rolled",
}

TOPICS: dict[str, str] = {kind: topic for topic, kinds in _TOPICS.items() for kind in kinds.split()}
"""The topic of every type of event, by its stored name."""
