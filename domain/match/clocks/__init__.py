"""Game clocks: the control, the events, the fold, the deadlines, and what each command does (docs/clocks.md).

| module | has |
|---|---|
| times | durations and instants as text and as whole milliseconds |
| control, reading, presets | the rule by which clocks run: its records, its checks, the ready ones |
| events | what is stored |
| state, arithmetic, fold | the clocks from the events: `evolve(state, event)` |
| deadlines | what a clock shows, who is out of time first |
| commands, deciding, pausing, flagging | what is asked for, and the events or the refusal |
| cases | clock cases: a control, events, and what the clocks show |
| pressing | who owes something after an append: the press that joins it |
| consents | who asked for an event of clocks, without the rules |

Everything is pure, for every ruleset, and in whole milliseconds.
"""
