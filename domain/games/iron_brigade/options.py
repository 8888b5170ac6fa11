"""Readings that a game may choose in place of ours."""

from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "basic": Option(
        "XXVIII/6",
        "Chapters I to XII alone: the weather is good, and no later chapter is played.",
        ("no", "yes"),
    ),
    "only_officers_rally": Option(
        "VII.K/2",
        "No unit does an officer's work: an irregular unit that broke needs an officer.",
        ("no", "yes"),
    ),
    "free_orders": Option(
        "XII.A/4", "Units move and charge without regard to their standing orders.", ("no", "yes")
    ),
}
