"""The house holds: imports run one way, games are independent, and only their own places touch the world."""

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
ORDER = ("domain", "eventlog", "referee", "projections", "api")  # each may import those before it
UPWARDS = set[tuple[str, str]]()  # (file, module): none
PACKAGES = ORDER
GAMES = sorted(each.name for each in (TOP / "domain" / "games").iterdir() if (each / "__init__.py").is_file())

# What the rules may not reach: storage, network, processes, the clock and secrets of chance.
OUTSIDE_DOMAIN = {
    *("eventlog", "referee", "projections", "api", "tests"),
    *("flask", "apiflask", "marshmallow", "redis", "sqlite3", "psycopg", "eventsourcing"),
    *("click", "rich", "granian", "socket", "ssl", "http", "urllib", "requests", "httpx"),
    *("subprocess", "threading", "asyncio", "multiprocessing", "time", "datetime", "secrets", "uuid"),
    *("os", "sys", "logging", "structlog"),
}
HARMLESS = {"sys.intern"}  # of modules that are otherwise outside
FLASK = {"flask", "apiflask", "flask_marshmallow", "werkzeug", "marshmallow", "granian"}
STORAGE = {"sqlite3", "psycopg", "redis", "eventsourcing"}
LONG_FILE = 400
KEPT_ANSWERS = 128

# Files and folders whose texts are in plain English. Add to it; never take one off.
# The clauses of a ruleset are the published ones, word by word; what was released is described as it was.
PUBLISHED = ("clauses.toml", "CHANGELOG.md")
PLAIN = ("README.md", "docs", "domain", "api", "projections", "referee", "eventlog")
PLAIN_TESTS = tuple(
    each.relative_to(TOP).as_posix()
    for each in sorted((TOP / "tests").iterdir())
    if each.name not in ("test_house.py", "__pycache__") and (each.is_dir() or each.suffix == ".py")
)
# Not charts: games record the digest of each.
TEXTS = {".py", ".md", ".toml", ".yaml", ".js", ".css", ".html"}
PROSE_TOKENS = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
AFFECTED = re.compile(
    r"(?<![\w.`#-])(?:whoever|anew|reckon(?:s|ed|ing)?|goes\s+on|(?:is|are)\s+told)(?!\w|\.\w|[`(:])",
    re.IGNORECASE,
)
KEPT_OF_KEYS = {1_024, 4_096}  # a key of 32 bytes each (edwards, fair_dice)


def sources(package: str) -> list[Path]:
    return sorted((TOP / package).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(["ironclad", *path.relative_to(TOP).with_suffix("").parts]).removesuffix(".__init__")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Every module that a file imports, wherever in the file; `from a import b` counts as a and as a.b."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    found = list[str]()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found += (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*parent, *([node.module] if node.module else [])])
            found += [base, *(f"{base}.{each.name}" for each in node.names)]
    return tuple(found)


def top(module: str) -> str:
    """The package of ours that a module is in, or the library that it is of."""
    parts = module.split(".")
    return parts[1] if parts[0] == "ironclad" and len(parts) > 1 else parts[0]


EVERY_FILE = [path for package in PACKAGES for path in sources(package)]
DOMAIN_FILES = sources("domain")


def named(paths: list[Path]) -> list[str]:
    return [path.relative_to(TOP).as_posix() for path in paths]


def assert_none(broken: Iterator[str]) -> None:
    """Fail with every violation of a rule at once, one a line: `path[:line]: what`."""
    found = list(broken)
    assert not found, f"{len(found)} broken:\n" + "\n".join(found)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a file, with the text of what it calls."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def at(path: Path, node: ast.Call) -> str:
    return f"{path.relative_to(TOP)}:{node.lineno}"


def test_every_package_has_files_to_look_at() -> None:
    assert all(sources(package) for package in PACKAGES)
    assert "american_civil_war" in GAMES


def imported(paths: list[Path], packages: set[str]) -> Iterator[str]:
    """Each import from one of some packages, as `path: module`."""
    for path in paths:
        yield from (f"{path.relative_to(TOP)}: {each}" for each in imports(path) if top(each) in packages)


def test_domain_reaches_nothing_outside() -> None:
    def broken() -> Iterator[str]:
        for path in DOMAIN_FILES:
            taken = {each for each in imports(path) if top(each) in OUTSIDE_DOMAIN}
            excused = {each for name in taken & HARMLESS for each in (name, name.rpartition(".")[0])}
            yield from (f"{path.relative_to(TOP)}: {each}" for each in taken - excused)

    assert_none(broken())


def test_domain_has_no_chance_of_its_own() -> None:
    """`random` gives the type Random; only the kernel makes generators, and those have a seed."""

    def broken() -> Iterator[str]:
        for path in DOMAIN_FILES:
            for called, node in calls(path):
                if called not in ("random.Random", "Random"):
                    continue
                if not node.args:
                    yield f"{at(path, node)}: a generator without a seed"
                if "kernel" not in path.parts:
                    yield f"{at(path, node)}: a ruleset is given its generator and its dice"
            taken = {each for each in imports(path) if top(each) == "random"}
            yield from (f"{path.relative_to(TOP)}: {each}" for each in taken - {"random", "random.Random"})
            if "games" in path.parts and taken and "random.Random" not in taken:
                yield f"{path.relative_to(TOP)}: a ruleset imports the type Random, never the module"

    assert_none(broken())


def test_imports_run_one_way() -> None:
    def broken() -> Iterator[str]:
        for path in EVERY_FILE:
            file = path.relative_to(TOP).as_posix()
            above = {"tests", *ORDER[ORDER.index(path.relative_to(TOP).parts[0]) + 1 :]}
            excused = tuple(f"ironclad.{name}." for where, name in UPWARDS if where == file)
            for each in imports(path):
                upwards = top(each) in above and each.startswith(("ironclad.", "tests"))
                if upwards and not f"{each}.".startswith(excused or ("-",)):
                    yield f"{file}: {each}"

    assert_none(broken())


def test_every_excuse_is_used() -> None:
    for file, name in UPWARDS:
        assert f"ironclad.{name}" in imports(TOP / file)


def circles(graph: dict[str, set[str]]) -> list[frozenset[str]]:
    """The strongly connected components of more than one module (Tarjan, Depth-First Search, 1972)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[frozenset[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        path.append(module)
        for other in sorted(graph[module]):
            if other not in number:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            place = path.index(module)
            if len(path) - place > 1:
                found.append(frozenset(path[place:]))
            del path[place:]

    for module in sorted(graph):
        if module not in number:
            visit(module)
    return found


def import_graph(paths: list[Path]) -> dict[str, set[str]]:
    """Each module with those of the others that it imports; `from a import b` is of a.b if that is one."""
    modules = {module_of(path): path for path in paths}
    graph = {}
    for module, path in modules.items():
        found = set[str]()
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import):
                found |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                inner = {f"{node.module}.{each.name}" for each in node.names}
                found |= {name if name in modules else node.module for name in inner}
        graph[module] = (found & modules.keys()) - {module}
    return graph


def test_no_circle_of_imports() -> None:
    """In the whole tree, imports within functions and type-only ones included."""
    graph = import_graph(EVERY_FILE)
    assert_none(" ↔ ".join(sorted(circle)) for circle in circles(graph))
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [frozenset("abc")]


def test_ours_is_imported_as_ironclad_alone() -> None:
    """`import domain` would make every class of it a second time."""
    written = re.compile(rf"^\s*(?:from|import)\s(?:.*[\s,])?(?:{'|'.join(ORDER)})\b", re.MULTILINE)
    every = [path for path in (*EVERY_FILE, *sources("tests")) if "vendor" not in path.parts]
    files = [path for path in every if written.search(path.read_text(encoding="utf-8"))]
    bare = {each: [name for name in imports(each) if name.split(".")[0] in ORDER] for each in files}
    assert_none(f"{path.relative_to(TOP)}: {name}" for path, names in bare.items() for name in names)


def test_every_package_is_linked_from_ironclad() -> None:
    for package in ORDER:
        assert (TOP / "ironclad" / package).readlink() == Path("..") / package


def test_authors_are_given_the_domain_alone() -> None:
    """`ironclad.authoring` is imported by every ruleset, so it may reach no further than the rules."""
    assert {each.split(".")[1] for each in _of_ours(TOP / "ironclad" / "authoring.py")} == {"domain"}


def test_nothing_that_serves_needs_the_conformance_tests() -> None:
    def broken() -> Iterator[str]:
        for path in EVERY_FILE:
            found = (each for each in imports(path) if each.startswith("ironclad.conformance"))
            yield from (f"{path.relative_to(TOP)}: {each}" for each in found)

    assert_none(broken())


def _of_ours(path: Path) -> set[str]:
    return {each for each in imports(path) if each.startswith("ironclad.")}


def test_no_folder_has_more_than_thirty_files() -> None:
    folders = Counter(path.parent for path in EVERY_FILE)
    assert_none(f"{each.relative_to(TOP)}: {count} files" for each, count in folders.items() if count > 30)


def test_a_game_imports_no_other_game() -> None:
    def broken() -> Iterator[str]:
        for game in GAMES:
            others = tuple(f"ironclad.domain.games.{each}" for each in GAMES if each != game)
            for path in sorted((TOP / "domain" / "games" / game).rglob("*.py")):
                found = (each for each in imports(path) if each.startswith(others) and others)
                yield from (f"{path.relative_to(TOP)}: {each}" for each in found)

    assert_none(broken())


def test_the_kernel_and_the_match_know_no_game() -> None:
    for package in ("domain/kernel", "domain/match"):
        for path in sources(package):
            assert not {each for each in imports(path) if each.startswith("ironclad.domain.games")}, path


def test_web_libraries_stay_in_the_api() -> None:
    elsewhere = [path for path in EVERY_FILE if not path.is_relative_to(TOP / "api")]
    assert_none(imported(elsewhere, FLASK))


def test_databases_stay_below_the_api() -> None:
    """The benchmark alone writes bare rows beside the log: the raw limit must not go through our own code."""
    allowed = [TOP / each for each in ("eventlog", "referee", "projections", "api/cli/bench")]
    elsewhere = [path for path in EVERY_FILE if not any(map(path.is_relative_to, allowed))]
    assert_none(imported(elsewhere, STORAGE))


def test_what_the_rules_keep_from_one_call_to_the_next_is_bounded() -> None:
    """An answer about a position may be of tens of kilobytes: a server's memory is what is kept of them."""

    def bounded(node: ast.Call) -> bool:
        sizes = [each.value for each in node.keywords if each.arg == "maxsize"]
        (size,) = (each.value if isinstance(each, ast.Constant) else None for each in sizes or [None])
        return isinstance(size, int) and (size in KEPT_OF_KEYS or 0 < size <= KEPT_ANSWERS)

    assert_none(
        f"{at(path, node)}: lru_cache without a small constant maxsize"
        for path in DOMAIN_FILES
        for called, node in calls(path)
        if called.endswith("lru_cache") and not bounded(node)
    )


def test_the_command_line_does_not_load_the_web_server() -> None:
    """Flask is imported by the commands that serve, not by `ironclad rules`."""
    for name in ("main", "case", "odds", "rules", "selfplay", "replay"):
        assert not {each for each in imports(TOP / "api" / "cli" / f"{name}.py") if top(each) in FLASK}


def test_long_files_are_pointed_out() -> None:
    """Information, not a limit: a file past about 400 lines has two ideas in it."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in EVERY_FILE}
    long = {path: lines for path, lines in lengths.items() if lines > LONG_FILE}
    for path, lines in long.items():
        print(f"{path.relative_to(TOP)} has {lines} lines")
    assert len(long) * 4 < len(lengths), "a quarter of the files are long: it has become a habit"


def test_only_few_tests_compare_times() -> None:
    """What is tried again where it fails is in tests/again.py alone."""
    apart = {"conftest.py", "again.py", "test_again.py", Path(__file__).name}
    text = {path: path.read_text("utf-8") for path in (TOP / "tests").rglob("*.py") if path.name not in apart}
    marked = [path for path in text if "wall_clock" in text[path]]
    assert not [path for path in named(marked) if path.startswith("tests/faults/")]
    assert len(marked) <= 6
    assert not [path for path in text if "mark.flaky" in text[path]]


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Each text of a file with its first line: comments and strings of Python, else the whole file."""
    if path.suffix != ".py":
        yield 1, path.read_text(encoding="utf-8")
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in PROSE_TOKENS and " " in token.string:
                yield token.start[0], token.string


def affected(path: Path) -> Iterator[str]:
    """Each affected word in a file, as `path:line: word`. Names in code, like `reckon`, are none."""
    if not AFFECTED.search(path.read_text(encoding="utf-8")):
        return  # most files: there is no need to take them apart
    for line, text in prose(path):
        for match in AFFECTED.finditer(text):
            number = line + text.count("\n", 0, match.start())
            yield f"{path.relative_to(TOP)}:{number}: {match[0]!r}"


def test_swept_texts_have_no_affected_words() -> None:
    """Plain English: "the player who", "again", "compute", "continues", "returns"."""
    roots = [TOP / each for each in (*PLAIN, *PLAIN_TESTS)]
    inside = [each for root in roots for each in (sorted(root.rglob("*")) if root.is_dir() else [root])]
    files = [each for each in inside if each.suffix in TEXTS and each.name not in PUBLISHED]
    assert {each for each in roots if not each.is_dir()} <= set(files), "a page has gone: take its new name"
    assert len(files) > len(PLAIN)
    assert_none(found for path in files for found in affected(path))


def test_an_affected_word_is_found_and_a_name_is_not(tmp_path: Path) -> None:
    def found(name: str, text: str) -> list[str]:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return [match[0] for _, each in prose(path) for match in AFFECTED.finditer(each)]

    page = "Whoever asks\nis\ntold. `reckon`, losses_reckoned, reckoning.py, reckoned: 3, goes one\n"
    assert found("page.md", page) == ["Whoever", "is\ntold"]
    module = 'reckon = anew(reckon)  # goes on\nfact = f"it {anew()} reckons so"\n'
    assert found("module.py", module) == ["goes on", "reckons"]
