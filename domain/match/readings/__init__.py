"""Recorded games decided by other readings, with the faces that were rolled (docs/disputes.md).

| module | has |
|---|---|
| course | a recorded game: each command of its line, its rolls, its events |
| terms | version, errata and options that a position is decided by, and other ones |
| recorded_dice | dice that show the recorded faces, or say that other dice are rolled |
| positions | whether two positions are the same, how they differ, the odds of a battle under both |
| deciding_again | one command decided again |
| readjudication | a whole game decided again, up to the first difference |
| counterfactual | what a few commands would have come to |
| filed_cases | the case that is made of a recorded command |

Everything is pure, and the same for every ruleset.
"""
