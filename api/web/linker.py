"""The modules of a page as a few files, without any tool of a front end: a linker for the forms of our style.

A page asks for hundreds of modules one by one otherwise. Here the modules of a page are put into *groups*,
each a file: a module is a function in it, run once and when it is first needed, in the order in which a
browser would run it. At each module's own address below the page's root (`linked/table/shell/dom.js`) is a
*piece*: a module that only hands out what the group made, so that all its importers get the same things.

    import { define } from "./first.js";
    define("shell/tabs.js", ($need, $import, $url) => {
    const { el } = $need("shell/dom.js");
    …
    return { createTabs };
    });

Lines stay lines: a group has a source map, and `whence` says where a line of it is from. A form that is
not known here is refused (`Unlinked`); a test links every module that there is.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from posixpath import normpath, relpath
from typing import Any

FOLDER = "linked"
FIRST = "first.js"  # the group that has the runtime
OWN = "own.js"  # the group of a ruleset's modules

RUNTIME = """\
const $all = new Map(), $made = new Map(), $root = new URL("../../", import.meta.url).href;
export const define = (name, make) => void ($all.has(name) || $all.set(name, make));
export function need(name) {
  if (!$made.has(name)) {
    const url = $root + name;
    const bring = async (at) => {
      const full = new URL(at, url).href;
      if (!full.startsWith($root)) return import(full);
      const wanted = full.slice($root.length);
      return $all.has(wanted) ? need(wanted) : import(new URL(wanted, import.meta.url).href);
    };
    $made.set(name, Object.freeze($all.get(name)(need, bring, url)));
  }
  return $made.get(name);
}
"""

_NAMES = r"\{([^{}]*)\}"
_IMPORT = re.compile(rf'^import {_NAMES} from "(\.[^"\n]+)";$', re.MULTILINE)
_PASSED = re.compile(rf'^export {_NAMES} from "(\.[^"\n]+)";$', re.MULTILINE)
_MADE = re.compile(
    r"^export (?=(?:(?:async )?function\*? ?|class |const )([A-Za-z_]\w*)\b)(?!const \w+,)", re.MULTILINE
)
_LATER = re.compile(r'(?<![\w.$])import\(\s*"(\.[^"\n]+)",?\s*\)')
_STATEMENT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_IMPORTS_LATER = re.compile(r"(?<![\w.$])import(?=\()")
_TRAILING = re.compile(r"(.*[;,(){}\[\]]) +// [^\"'`]*$")
_WORKER = re.compile(r'new URL\("(\.[^"\n]+)", import\.meta\.url\)')


class Unlinked(Exception):
    """A module has a form that the linker does not know."""


@dataclass(frozen=True)
class Module:
    """A module, read: what it needs before it runs, what it may ask for later, what it gives."""

    name: str
    needs: tuple[str, ...]
    later: tuple[str, ...]
    gives: tuple[str, ...]
    body: str
    """Its text as the body of a function, line by line: comments are empty lines, nothing is indented."""


@dataclass
class Group:
    """A file of many modules."""

    name: str
    modules: list[Module] = field(default_factory=list)

    @property
    def head(self) -> str:
        up = "../" * self.name.count("/") or "./"
        return RUNTIME if self.name == FIRST else f'import {{ define }} from "{up}{FIRST}";\n'

    def text(self) -> str:
        parts = [self.head]
        for each in self.modules:
            made = f"return {{ __proto__: null, {', '.join(each.gives)} }};"
            waits = "" if each.gives else "async "  # nothing imports it: it may wait, as an entry may
            parts.append(
                f'define("{each.name}", {waits}($need, $import, $url) => {{\n{each.body}\n{made}\n}});\n'
            )
        return "".join(parts) + f"//# sourceMappingURL={self.name.rpartition('/')[2]}.map\n"

    def map(self) -> str:
        """The source map, of lines."""
        lines, place = [""] * self.head.count("\n"), (0, 0)
        for number, each in enumerate(self.modules):
            lines.append("")
            for line in range(each.body.count("\n") + 1):
                step = (0, number - place[0], line - place[1], 0)
                lines.append("".join(map(_vlq, step)))
                place = (number, line)
            lines += ["", ""]
        up = "../" * (self.name.count("/") + 2)
        sources = [up + each.name for each in self.modules]
        return json.dumps({"version": 3, "sources": sources, "names": [], "mappings": ";".join(lines)})


@dataclass(frozen=True)
class Page:
    """A page's groups in their order, by their entries.

    What an entry needs is in its group or an earlier one; what modules ask for later is in `last`, if that is
    named, and else is no part of the page. An entry that exports nothing may await at its top level.
    """

    groups: Mapping[str, tuple[str, ...]]
    last: str = ""


PAGES: dict[str, Page] = {
    "table": Page(
        {
            FIRST: ("shell/table.js",),
            "panels.js": (
                "shell/furniture.js",
                "results/install.js",
                "shell/panel_forces.js",
                "shell/panel_place.js",
                "chronicle/chronicle_panel.js",
                "chronicle/tracks_panel.js",
                "chronicle/reasons.js",
                "answers/order_form.js",
            ),
            "later.js": (),
            "lesson.js": ("play/lesson/guide.js",),
            "opened.js": ("opened/table.js",),
        },
        last="later.js",
    ),
    "proof": Page({FIRST: ("proof/page.js",)}),
    "worker": Page({FIRST: ("proof/worker.js",)}),
    "opener": Page({FIRST: ("opened/page.js",)}),
    "lobby": Page({FIRST: ("lobby/page.js",), "later.js": ()}, last="later.js"),
    "invitation": Page({FIRST: ("lobby/invitation.js",)}),
    "claims": Page(
        {
            FIRST: (
                "disputes/page.js",
                "disputes/list_page.js",
                "disputes/report_page.js",
                "disputes/desk_page.js",
                "disputes/errata_page.js",
                "disputes/readjudication_page.js",
            ),
            "later.js": (),
        },
        last="later.js",
    ),
}
_WORKERS = {"proof/worker.js": f"{FOLDER}/worker/proof/worker.js"}


def read(name: str, text: str) -> Module:
    """A module's text. Raises Unlinked."""
    plain = _without_comments(name, text)
    folder = name.rpartition("/")[0]

    def at(said: str) -> str:
        return normpath(f"{folder}/{said}")

    needs, gives = list[str](), list[str]()

    def imported(found: re.Match[str]) -> str:
        needs.append(at(found[2]))
        return _lines(found[0], f'const {{ {_renamed(name, found[1], ": ")} }} = $need("{needs[-1]}");')

    def passed(found: re.Match[str]) -> str:
        needs.append(at(found[2]))
        for said in _listed(found[1]):
            inner, outer = _pair(name, said)
            gives.append(f'{outer}: $need("{needs[-1]}").{inner}')
        return _lines(found[0], f'$need("{needs[-1]}");')

    def made(found: re.Match[str]) -> str:
        gives.append(found[1])
        return ""

    def worker(found: re.Match[str]) -> str:
        if at(found[1]) not in _WORKERS:
            return found[0]
        return f'new URL("{relpath(_WORKERS[at(found[1])], folder or ".")}", import.meta.url)'

    _begins_with_imports(name, plain)
    later = tuple(map(at, _LATER.findall(plain)))
    body = _IMPORT.sub(imported, plain)
    body = _PASSED.sub(passed, body)
    body = _MADE.sub(made, body)
    if left := _STATEMENT.search(body) or (gives and re.search(r"^await\b.*", body, re.MULTILINE)):
        raise Unlinked(f"{name}: {left[0]}")
    body = _IMPORTS_LATER.sub("$import", _WORKER.sub(worker, body)).replace("import.meta.url", "$url")
    if re.search(r"(?<![\w.$\"'`])import\b", body):
        raise Unlinked(f"{name}: an import that is no statement, call or address")
    return Module(name, tuple(dict.fromkeys(needs)), later, tuple(gives), _shortened(body.rstrip("\n")))


def groups_of(page: Page, module: Callable[[str], Module], extra: Mapping[str, Iterable[str]]) -> list[Group]:
    """The groups of a page; `extra` ones have just those modules, and what they need is in others.

    Raises Unlinked where modules need each other in a circle, KeyError for one that is not there.
    """
    placed, asked, groups = dict[str, Group](), list[str](), list[Group]()

    def put(name: str, group: Group, way: tuple[str, ...]) -> None:
        if name in way:
            raise Unlinked(f"modules need each other in a circle: {' '.join((*way, name))}")
        if name in placed:
            return
        read = module(name)
        for each in read.needs:
            put(each, group, (*way, name))
        placed[name] = group
        group.modules.append(read)
        asked.extend(read.later)

    for title, entries in page.groups.items():
        groups.append(group := Group(title))
        for each in entries:
            put(each, group, ())
        while title == page.last and asked:
            put(asked.pop(0), group, ())
    for title, entries in extra.items():
        groups.append(group := Group(title))
        for each in entries:
            put(each, group, ())
    return groups


def pieces(groups: Iterable[Group]) -> dict[str, str]:
    """What is at each module's own address: its group's file, with those that it needs, hands it out."""
    placed = {each.name: (group, each) for group in groups for each in group.modules}
    files: dict[str, str] = {}
    for name, (_, module) in placed.items():
        needed = dict.fromkeys(placed[each][0].name for each in _all_needed(module, placed))
        folder = name.rpartition("/")[0] or "."
        first, *others = (
            _relative(each, folder) for each in (FIRST, *(each for each in needed if each != FIRST))
        )
        lines = [f'import {{ need }} from "{first}";', *(f'import "{each}";' for each in others)]
        given = [each.partition(":")[0] for each in module.gives]
        taken = f'need("{name}")'
        lines.append(f"export const {{ {', '.join(given)} }} = {taken};" if given else f"await {taken};")
        files[name] = "\n".join(lines) + "\n"
    return files


def _all_needed(module: Module, placed: Mapping[str, tuple[Group, Module]]) -> list[str]:
    found, waiting = {module.name: None}, [module]
    while waiting:
        for each in waiting.pop().needs:
            if each not in found:
                found[each] = None
                waiting.append(placed[each][1])
    return list(found)


def _relative(name: str, folder: str) -> str:
    said = relpath(name, folder)
    return said if said.startswith(".") else f"./{said}"


def _without_comments(name: str, text: str) -> str:
    """The text with empty lines for comments that have lines of their own."""
    lines, within, templated = list[str](), False, False
    for line in text.split("\n"):
        said = line.strip()
        if within:
            within = "*/" not in said
            lines.append("")
            if not within and not said.endswith("*/"):
                raise Unlinked(f"{name}: behind a comment: {line}")
        elif not templated and (
            said.startswith("//") or (said.startswith("/*") and said.find("*/") in (-1, len(said) - 2))
        ):
            within = said.startswith("/*") and "*/" not in said
            lines.append("")
        else:
            if templated and re.match(r"(?:import|export)\b", line):
                raise Unlinked(f"{name}: a template has a line that looks like code: {line}")
            templated ^= len(re.findall(r"(?<!\\)`", line)) % 2 == 1
            lines.append(line)
    if within or templated:
        raise Unlinked(f"{name}: a comment or a template that does not end")
    return "\n".join(lines)


def _shortened(text: str) -> str:
    """The text without indentation and without comments at the ends of lines; templates stay as they are."""
    lines, templated = list[str](), False
    for line in text.split("\n"):
        found = None if templated else _TRAILING.match(line)
        if found and all(found[1].count(sign) % 2 == 0 for sign in "\"'`"):
            line = found[1]
        lines.append(line if templated else line.lstrip())
        templated ^= len(re.findall(r"(?<!\\)`", line)) % 2 == 1
    return "\n".join(lines)


def _begins_with_imports(name: str, text: str) -> None:
    """A browser runs what a module imports before anything of the module: here that is so by the order."""
    rest = re.sub(r"\s+", " ", _PASSED.sub("", text))
    while found := re.match(rf' ?import {_NAMES} from "[^"]+";', rest):
        rest = rest[found.end() :]
    if late := re.search(r'(?:^|; |\} )(import \{[^{}]*\} from "[^"]+")', rest):
        raise Unlinked(f"{name}: after other code: {late[1]}")


def _listed(names: str) -> list[str]:
    return [each.strip() for each in names.split(",") if each.strip()]


def _pair(name: str, said: str) -> tuple[str, str]:
    found = re.fullmatch(r"([A-Za-z_]\w*)(?: as ([A-Za-z_]\w*))?", said)
    if found is None or "default" in found.groups():
        raise Unlinked(f"{name}: {said}")
    return found[1], found[2] or found[1]


def _renamed(name: str, names: str, sign: str) -> str:
    pairs = [_pair(name, each) for each in _listed(names)]
    return ", ".join(one if one == other else f"{one}{sign}{other}" for one, other in pairs)


def _lines(before: str, after: str) -> str:
    return after + "\n" * before.count("\n")


_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _vlq(number: int) -> str:
    rest, text = (-number << 1 | 1) if number < 0 else number << 1, ""
    while True:
        digit, rest = rest & 31, rest >> 5
        text += _DIGITS[digit | 32 if rest else digit]
        if not rest:
            return text


def whence(origin_map: Mapping[str, Any], line: int) -> tuple[str, int] | None:
    """The module that a line of a group is from by the group's map, and its line there."""
    return next(islice(origins(origin_map), line - 1, line), None)


def origins(origin_map: Mapping[str, Any]) -> Iterator[tuple[str, int] | None]:
    """`whence` for each line of a group in turn."""
    source = at = 0
    for text in origin_map["mappings"].split(";"):
        if text:
            _, more, lines, _ = _numbers(text)
            source, at = source + more, at + lines
        yield (origin_map["sources"][source].replace("../", ""), at + 1) if text else None


def _numbers(text: str) -> list[int]:
    found, value, shift = list[int](), 0, 0
    for digit in map(_DIGITS.index, text):
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found
