"""The decisions that are open, as a small immutable value that a position holds.

Open decisions lie in layers. The decisions of the top layer are due together, in any order, for one seat or
for several. A decision that interrupts (a reaction, a loss to be chosen) goes into a new layer on top; those
below wait until the layers above them are empty.
"""

from collections.abc import Iterator

import msgspec

from ironclad.domain.kernel.engine.records import Due


class Agenda(msgspec.Struct, frozen=True):
    """The open decisions, bottom layer first, how many were ever opened, and the place in the sequence of
    play.

    Ids count up over the whole game ("d1", "d2"), so that an answer to a closed decision is recognised as
    stale. `turn` counts from 1; `step` is the index of the turn's step that was entered last, -1 before the
    first.
    """

    layers: tuple[tuple[Due, ...], ...] = ()
    opened: int = 0
    turn: int = 1
    step: int = -1

    @property
    def due(self) -> tuple[Due, ...]:
        """The decisions that may be answered now, in the order opened."""
        return self.layers[-1] if self.layers else ()

    def all(self) -> Iterator[Due]:
        """Every open decision, those that wait below included."""
        for layer in self.layers:
            yield from layer

    def find(self, id: str) -> Due | None:
        """The open decision of that id, in whatever layer."""
        return next((each for each in self.all() if each.id == id), None)

    def next_id(self) -> str:
        """The id of the decision that is opened next."""
        return f"d{self.opened + 1}"

    def with_open(self, due: Due, above: bool = False) -> "Agenda":
        """One more decision: in the top layer, or `above` it in a layer of its own."""
        if above or not self.layers:
            layers = (*self.layers, (due,))
        else:
            layers = (*self.layers[:-1], (*self.layers[-1], due))
        return Agenda(layers, self.opened + 1, self.turn, self.step)

    def without(self, id: str) -> "Agenda":
        """The agenda after that decision is closed; empty layers are gone. Nothing changes for another id."""
        kept = (tuple(each for each in layer if each.id != id) for layer in self.layers)
        return Agenda(tuple(layer for layer in kept if layer), self.opened, self.turn, self.step)

    def at(self, turn: int, step: int) -> "Agenda":
        """The agenda at another place of the sequence of play."""
        return Agenda(self.layers, self.opened, turn, step)
