"""Commands of leaders and their spans."""

import msgspec

from ironclad.domain.kernel.engine.codec import Command


class DeclareSpans(Command, frozen=True, tag_field="type", tag="declare_spans"):
    """Declare the command spans of a side's leaders: the units and leaders that each commands.

    A leader who is not named keeps his last declaration, as far as it is still within reach and span.
    """

    spans: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


COMMANDS: tuple[type[Command], ...] = (DeclareSpans,)
