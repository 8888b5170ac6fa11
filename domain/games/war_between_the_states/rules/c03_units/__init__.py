"""Section 3 of the rulebook: units, as far as they are not data.

3.2     position.pieces.Unit /1; data/unit_types.csv /2-3
3.11    board.features.GRID /1; readers.drawing.sheet.printed_map /1; board.map.hex_of /2;
        board.map.hexside_of /2; c06_ground_movement.moving.way_of /2;
        c07_water_movement.channels.water_of /2; position.document.translated /2
3.13    board.features.GRID /1; board.parts.part_of /2; readers.drawing.windows.window_of /2;
        c06_ground_movement.ground.bars /3; c06_ground_movement.moving._check_way /3;
        c07_water_movement.channels.in_part /3
3.21    data/unit_types.csv /1
3.23    c08_combat.initiative.in_contact /1; c13_forts.sieging._check_attack /1;
        position.pieces.Unit /1, /7; board.map.printed_owner /2; position.state.owner /2-3;
        c06_ground_movement.entering.entered /3-5; c19_scenarios.owners.owners_at_start /3;
        c07_water_movement.boarding._landed /4; c09_zones.zones.guarded_works /5;
        c13_forts.sieging._bombarded /5; position.in_progress.Phase and Trip /6;
        c06_ground_movement.moving.flows /7; c08_combat.retreat_ways._into_garrison /7;
        c13_forts.sheltering._flows /7; c22_recruiting.augmenting._raise_garrison /7;
        position.problems._unit_problems /7; position.state.garrison_of /7;
        c06_ground_movement.costs.halves /8; data/hexes.csv /2
3.24    position.problems._unit_problems /1; c08_combat.retreat_ways._retreated /2;
        c08_combat.taking._taken /2; c17_supply_chain.loading._made /2; position.pieces.Unit.division /2;
        position.pieces.piece_of /2; data/unit_types.csv /1
3.25    splitting._check_split /1-3; c22_recruiting.converting._check_merge /1;
        c22_recruiting.converting._check_convert /2; splitting._split /4-5;
        c06_ground_movement.leaving.dropped /7; c06_ground_movement.leaving.require_leaving /7;
        c06_ground_movement.moving._move /8; c06_ground_movement.moving.flows /8;
        c07_water_movement.boarding._embarked /8; c07_water_movement.boarding._landed /8;
        c08_combat.retreat_ways._into_garrison /8; c08_combat.retreat_ways._retreated /8;
        c13_forts.sheltering._flows /8; position.problems._unit_problems /9
3.26    splitting._check_split /1; c13_forts.sheltering._check_take /1;
        c17_supply_chain.loading._check_make /1; c21_production.ordering._check_order /1;
        c21_production.paying.require_listed /1-2; c22_recruiting.augmenting._check_augment /1-2;
        c22_recruiting.converting._check_convert /1; c22_recruiting.converting._check_merge /1;
        c23_leader_pick.headquarters._check_create /1; c24_departments.building._check_build /1;
        c24_departments.building._used /1; position.pieces.piece_of /1;
        position.problems._number_problems /1-2; c21_production.paying._require_counter /2;
        data/piece_list.csv /1; data/counter_strengths.csv /2
"""
