"""The battle on a board: our reconstruction of the Tactical Combat Rules. What carries out each clause.

resolving-battles/1 to /5   opening, forces, attacking.entrenched
battle-reinforcements       reinforcing, retreating, deciding
battle-initiative           initiative, setting_up, acting
tactical/1 to /7, /55       opening, forces, setting_up
tactical/8 to /20, /36, /38 turns, acting, moving
tactical/21 to /35, /59     attacking
tactical/37 to /42, /53     turns, attacking, acting
tactical/43 to /52          retreating, pursuing
tactical/54                 events
tactical/57, /58            standing
elite-units                 experience

"""
