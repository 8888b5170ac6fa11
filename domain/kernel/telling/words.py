"""How numbers and lists are said in sentences for players."""

from collections.abc import Iterable, Mapping

from ironclad.domain.kernel.engine.records import Option


def sentence(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str], joined: str = "and") -> str:
    """Words in a sentence: "a", "a and b", "a, b and c"; "" for none. `joined` comes before the last."""
    *but_last, last = list(words) or [""]
    return f"{', '.join(but_last)} {joined} {last}" if but_last else last


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: "1 hit", "3 hits"; `several` where the plural is no mere s."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def agree(count: int, one: str, several: str) -> str:
    """The verb for so many things: "has" for 1, else "have"."""
    return one if count == 1 else several


def dice(faces: Iterable[int]) -> str:
    """Dice as rolled: "die 4", "dice 4 and 6"."""
    rolled = [str(face) for face in faces]
    return f"{'die' if len(rolled) == 1 else 'dice'} {listed(rolled)}"


def signed(number: int) -> str:
    """A number with its sign, as print has it: "+1", "−2", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def chosen_options(options: Mapping[str, Option], values: Mapping[str, str]) -> list[str]:
    """The options of a game that differ from their default, each with its clause, then that others are usual.

    Empty for a game that states no option; an option that the ruleset does not know is left out.
    """
    stated = [(options[name], value) for name, value in sorted(values.items()) if name in options]
    chosen = [
        f"{option.text.rstrip('.')} ({option.clause}): {value.replace('_', ' ')}"
        for option, value in stated
        if value != option.values[0]
    ]
    return [*chosen, "every other option is as usual"] if stated else []
