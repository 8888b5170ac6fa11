"""The chart loader: what it reads, and everything that it refuses."""

from hashlib import sha256

import pytest

from ironclad.domain.kernel.board.tables import ChartError, digest, digests, load_csv, load_toml

HEAD = "# rule: 9.4 9.6\n# source: printed\n# reason: the table of the book\n"
GOOD = HEAD + "# a further remark\ndie,outcome\n1,draw\n2,win\n"


@pytest.fixture
def write(tmp_path):
    def written(text, name="results.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_a_chart_says_its_rules_its_source_and_why(write):
    chart = load_csv(write(GOOD), ["die"], {"outcome": ("draw", "win")}, ["die"])
    assert chart.origin.name == "results.csv"
    assert chart.origin.rules == ("9.4", "9.6")
    assert chart.origin.source == "printed"
    assert chart.origin.reason == "the table of the book"
    assert chart.origin.digest == sha256(GOOD.encode()).hexdigest()
    assert chart.columns == ("die", "outcome")
    assert [dict(row) for row in chart] == [{"die": "1", "outcome": "draw"}, {"die": "2", "outcome": "win"}]
    assert len(chart) == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("die,outcome\n1,draw\n", "must open with a line '# rule"),
        (GOOD.replace("# source: printed\n", ""), "must open with a line '# source"),
        (GOOD.replace("printed", "guessed"), "printed or reconstructed"),
        (GOOD.replace("# reason: the table of the book", "# reason:"), "must open with a line '# reason"),
        (GOOD + "3\n", "line 8: 1 cells under 2 columns"),
        (GOOD + "3,win,twice\n", "line 8: 3 cells under 2 columns"),
        (GOOD + "3,perhaps\n", "line 8: outcome may not be 'perhaps'"),
        (GOOD + "2,draw\n", "line 8: 2 stands on line 7 already"),
        (GOOD + "two,draw\n", "line 8: die is a whole number"),
        (HEAD, "distinct column names"),
        (HEAD + "die,die\n", "distinct column names"),
        (HEAD + "die,result\n1,win\n", "no column 'outcome'"),
    ],
)
def test_what_is_not_well_formed_is_refused(write, text, complaint):
    with pytest.raises(ChartError) as refused:
        load_csv(write(text), ["die"], {"outcome": ("draw", "win")}, ["die"])
    assert complaint in str(refused.value)
    assert "results.csv" in str(refused.value)


def test_whole_numbers_may_have_a_sign(write):
    chart = load_csv(write(HEAD + "amount\n-2\n+1\n"), numbers=["amount"])
    assert [row["amount"] for row in chart] == ["-2", "+1"]
    with pytest.raises(ChartError):
        load_csv(write(HEAD + "amount\n1.5\n"), numbers=["amount"])


def test_a_toml_chart_has_the_same_head(write):
    chart = load_toml(write(HEAD + "[union]\nasp = 3\n", "counters.toml"))
    assert chart.content == {"union": {"asp": 3}}
    assert chart.origin.source == "printed"
    with pytest.raises(ChartError, match=r"broken\.toml"):
        load_toml(write(HEAD + "asp = = 3\n", "broken.toml"))
    with pytest.raises(ChartError, match="must open"):
        load_toml(write("asp = 3\n", "bare.toml"))


def test_digests_name_every_chart_of_a_folder(write, tmp_path):
    one = write(GOOD, "b.csv")
    write(HEAD + "x = 1\n", "a.toml")
    write("nothing", "notes.md")
    found = digests(tmp_path)
    assert list(found) == ["a.toml", "b.csv"]
    assert found["b.csv"] == digest(one)
    one.write_text(GOOD.replace("win", "draw"), encoding="utf-8")
    assert digests(tmp_path)["b.csv"] != found["b.csv"]
