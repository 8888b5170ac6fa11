"""Readings that a game may choose in place of ours."""

from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "basic": Option(
        "XXVIII/6",
        "Chapters I to XII alone: the weather is good, and no later chapter is played.",
        ("no", "yes"),
    ),
    "free_orders": Option(
        "XII.A/4", "Units move and charge without regard to their standing orders.", ("no", "yes")
    ),
}
