"""Commands that build forts and bases and move departments."""

from ironclad.domain.kernel.engine.codec import Command


class BuildWork(Command, frozen=True, tag_field="type", tag="build_work"):
    """Pay a stage of a fort, or of the fortress that an own fort becomes.

    `facing`: what the finished fort lies on, a hexside, "water" for the coast, or "" for nothing.
    """

    hex: str
    facing: str = ""


class PlaceBase(Command, frozen=True, tag_field="type", tag="place_base"):
    """Place a base of the Union in a coastal hex."""

    hex: str


class MoveDepartment(Command, frozen=True, tag_field="type", tag="move_department"):
    """Move a closed department to another own city; `department` is the hex where it is now."""

    department: str
    hex: str


COMMANDS: tuple[type[Command], ...] = (BuildWork, PlaceBase, MoveDepartment)
