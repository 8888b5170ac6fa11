"""Chapter 14 of the rulebook: Confederate Economy. Each paragraph, and what carries it out.

14.0    data/critical_centres.csv, data/critical_ports.csv, economy.centre_values, economy.fragments,
        economy.reckon
14.1    blockade.blockaders, c03_sequence.victory.check_choice, c03_sequence.victory.check_victory,
        c04_recruiting.construction.points_due, connections.Networks._trace, connections.reaches_sea,
        economy.best_fragments, economy.count_factories, economy.count_ports, economy.fragments,
        economy.reckon, position.economy_positions.political_problems
"""
