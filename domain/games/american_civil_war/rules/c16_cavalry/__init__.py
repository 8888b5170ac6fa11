"""Chapter 16 of the rulebook: Cavalry. Each paragraph, and what carries it out.

16.0    c05_movement.entering.require_attackers, c06_zones_and_reaction.zones.exerts_primary,
        c07_railroads.rail_work._price_of_breaking, c08_supply.depot_losses.lose_depots,
        c09_battle.battle_end.what_of_the_mover, c09_battle.battle_facts._force, cavalry.attack_cavalry,
        cavalry.cavalry_retreats
"""
