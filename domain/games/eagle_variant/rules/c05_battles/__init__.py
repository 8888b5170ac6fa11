"""Battles: their queue, retreats and effects. What carries out each clause.

movement-rounds/6, /8               queue, starting
movement-restrictions/4 to /6       starting
resolving-battles/1, /5             starting, forces
the-units/7                         leaders_alone
battle-effects/1 to /7, rivers/5    retreating
battle-effects/8                    starting
battle-effects/9 to /12, /14        captures
battle-effects/13                   after
"""
