"""The faults that a bundle can have."""


class BundleFault(Exception):
    """The first thing in a bundle that does not hold.

    `check` is the check that found it (file, key, checkpoint, inclusion, order, heads, blobs, dice,
    signatures, seals or rules), `position` the place in the log of the event at fault, None where it is no
    event's.
    """

    def __init__(self, check: str, detail: str, position: int | None = None) -> None:
        super().__init__(detail)
        self.check, self.detail, self.position = check, detail, position
