"""The sides, the board and the units. What carries out each clause.

the-board
        map_files.cities /4; board.map.board /6-7; control.controller /8-10; data/cities.csv /1-3, /5;
        data/shapes.json /2-3
"""
