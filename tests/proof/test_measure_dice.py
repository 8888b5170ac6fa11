"""The figures of shared dice: each is there, and the log that they are taken from holds."""

from ironclad.api.cli.bench.measure_dice import figures


def test_the_figures_are_taken() -> None:
    found = {figure.name: figure for figure in figures(60)}
    assert list(found) == [
        "dice/command-own",
        "dice/command-kept",
        "dice/command-seeded",
        "dice/anchors",
        "dice/check",
    ]
    assert all(figure.value > 0 for figure in found.values())
