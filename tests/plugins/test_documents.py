"""Links in README and docs lead somewhere, and a stranger finds code by them in four hops."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
PAGES = sorted([TOP / "README.md", TOP / "CHANGELOG.md", *(TOP / "docs").glob("*.md")])
ARCHITECTURE = TOP / "docs" / "architecture.md"
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HOP = re.compile(r"^\[[^\]]+\]\(([^)]+)\) \"([^\"]+)\"$")
MOST_HOPS = 4
SOUGHT = {
    "the code of paragraph 9.6": '@rule("9.6/',
    "a command's way to the disk": "INSERT INTO",
    "a view": "def map_view(position",
    "the check that a signature names its past": "def check(",
}


def links(page: Path) -> list[str]:
    return [each for each in _LINK.findall(page.read_text(encoding="utf-8")) if "://" not in each]


def slugs(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made of Markdown headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda each: each.name)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(TOP), link
        assert not anchor or anchor in slugs(target), link


@pytest.mark.parametrize("page", ["architecture.md", "glossary.md", "adding-a-ruleset.md"])
def test_readme_links_the_pages_for_strangers(page: str) -> None:
    assert f"docs/{page}" in links(TOP / "README.md")


def walks() -> dict[str, list[tuple[Path, str]]]:
    """The walks that architecture.md lists: each hop's file, and what is found in it."""
    table = ARCHITECTURE.read_text(encoding="utf-8").partition("| to find |")[2].splitlines()[2:]
    found = {}
    for line in table:
        title, *cells = (each.strip() for each in line.strip("|").split("|"))
        hops = [_HOP.match(each) for each in cells if each]
        assert all(hops), line
        found[title] = [((ARCHITECTURE.parent / each[1]).resolve(), each[2]) for each in hops if each]
    return found


def test_four_walks_are_listed() -> None:
    assert list(walks()) == list(SOUGHT)


@pytest.mark.parametrize("title", walks())
def test_each_hop_is_named_by_one_before_it(title: str) -> None:
    """README links the first; each next is linked or named by one before it."""
    hops = walks()[title]
    assert len(hops) <= MOST_HOPS
    seen = [TOP / "README.md"]
    for target, words in hops:
        assert words in target.read_text(encoding="utf-8"), f"{words} is not in {target.name}"
        assert any(leads(page, target) for page in seen), f"nothing leads to {target.name}"
        seen.append(target)


def leads(page: Path, target: Path) -> bool:
    """Whether a page links a file, or names its module."""
    if page.suffix == ".md":
        return target in [(page.parent / each.partition("#")[0]).resolve() for each in links(page)]
    return re.search(rf"\b{target.stem}\b", page.read_text(encoding="utf-8")) is not None


def test_the_last_hops_are_what_was_sought() -> None:
    last = {title: hops[-1][0].read_text(encoding="utf-8") for title, hops in walks().items()}
    assert all(words in last[title] for title, words in SOUGHT.items())


def test_every_chapter_is_linked() -> None:
    linked = {(ARCHITECTURE.parent / each).resolve() for each in links(ARCHITECTURE)}
    chapters = {each / "__init__.py" for each in TOP.glob("domain/games/*/rules/c[0-9]*")}
    assert len({each.parts[-4] for each in chapters}) > 1
    assert chapters <= linked
