"""Chapter 14 of the rulebook: Confederate Economy. Each paragraph, and what carries it out.

CSC     economy.centre_values /1; economy.port_value /2; data/critical_centres.csv /1;
        data/critical_ports.csv /2
14.0    connections._seaports /1; economy.fragments /1; economy.reckon /1; economy.centre_values /2;
        data/critical_centres.csv /2; data/critical_ports.csv /2
14.1    connections.Networks._trace /1; economy.fragments /1, /3; economy.reckon /1-2, /8;
        c03_sequence.victory.check_choice /2; c03_sequence.victory.check_victory /2, /7-8;
        economy.best_fragments /2; blockade.blockaders /4; connections._seaports /4;
        connections.reaches_sea /4; economy.count_ports /4-5; economy.count_factories /6;
        c04_recruiting.construction.points_due /8; position.economy_positions.political_problems /8
"""
