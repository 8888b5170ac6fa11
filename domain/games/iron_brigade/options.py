"""Readings that a game may choose in place of ours."""

from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "free_orders": Option(
        "XII.A/4", "Units move and charge without regard to their standing orders.", ("no", "yes")
    ),
}
