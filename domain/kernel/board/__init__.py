"""Boards: places and what lies between them, as pure data and functions. No board knows a game.

`sheets` are hexes of one or several printed sheets, with aliases and parts of a map; `corners` joins hexsides
at their ends; `areas` are zones and regions with their borders; `plane` is a free table measured exactly in
hundredths of an inch, with bodies, legs and sight; `graph` finds ways over any of them. The plain grid of one
sheet is `ironclad.domain.kernel.board.hexes`.
"""
