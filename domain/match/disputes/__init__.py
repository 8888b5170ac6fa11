"""Claims, rulings, appeals and remedies of a game (docs/disputes.md).

| module | has |
|---|---|
| policy, remedies | what officials go by; the closed list of remedies, each with its checks |
| events, commands | what is stored, and what is asked for |
| facts | what a decision has to know of the game beside its disputes |
| state | the disputes from their events: `evolve(state, event)`, and the phase of a claim |
| deciding | who may ask what, in which order it is checked |
| naming, claiming, ruling, appealing, applying | what each command does |
| lots | drawing a panel, so that the draw can be checked |
| same_faces, correcting | whether commands can be decided again; a corrected position |
| costs | what each remedy costs |
| consents | who asked for an event of a dispute, without the rules |
| errata | errata that a service publishes for new games |

Everything is pure, for every ruleset. The service takes claims in referee/disputes.
"""
