"""The linker of the pages' modules (`api/web/linker.py`): every form that there is, and none besides."""

import json
from functools import cache
from itertools import pairwise

import pytest

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.web import files, linker
from ironclad.api.web.linker import FIRST, Group, Module, Page, Unlinked, groups_of, pieces, read

SHARED = files.of_rulesets({})
SCRIPTS = {"shell/theme.js", "shell/faults.js", "lobby/hold.js", "lobby/keep.js"}  # no modules


@cache
def module(name: str) -> Module:
    return read(name, SHARED[name].body.decode())


@cache
def groups(page: str) -> list[Group]:
    return groups_of(linker.PAGES[page], module, {})


def test_every_module_of_a_page_is_in_one_of_its_files() -> None:
    linked = {each.name for page in linker.PAGES for group in groups(page) for each in group.modules}
    names = {name for name in SHARED if name.endswith(".js") and not name.startswith("linked/")}
    assert names - linked == SCRIPTS


def test_modules_of_the_rulesets_here_are_linked() -> None:
    made = files.of_rulesets(installed())
    for name in made:
        if name.startswith("games/") and name.endswith(".js"):
            assert "import { need }" in made[f"linked/table/{name}"].body.decode()


@pytest.mark.parametrize(
    "text",
    [
        'import words from "./words.js";',
        'import * as words from "./words.js";',
        'import "./words.js";',
        'import { default as words } from "./words.js";',
        'const a = 1;\nimport { words } from "./words.js";',
        "export default 1;",
        "export let count = 0;",
        "export const [a, b] = [1, 2];",
        "export { a };",
        'export * from "./words.js";',
        "export const a = 1;\nawait a;",
        "const a = `\nexport const b = 1;\n`;",
        "/* one\ntwo */ const a = 1;",
        "const a = `",
        "const a = import;",
    ],
)
def test_other_forms_are_refused(text: str) -> None:
    with pytest.raises(Unlinked):
        read("shell/a.js", text)


def test_modules_in_a_circle_are_refused() -> None:
    texts = {
        "s/a.js": 'import { b } from "./b.js";\nexport const a = 1;',
        "s/b.js": 'import { a } from "./a.js";\nexport const b = 1;',
    }
    with pytest.raises(Unlinked, match="circle"):
        groups_of(Page({FIRST: ("s/a.js",)}), lambda name: read(name, texts[name]), {})


def test_forms_as_they_are_linked() -> None:
    text = """// @ts-check
/** About. */

import { a, b as c } from "./b.js";
import {
  d,
} from "../e/d.js";
export { f, g as h } from "./f.js";

/** @type {import("./x.js").X} */
export const one = 1;
export async function* two() {
  const { three } = await import("./three.js");
}
export class Four {}
const url = import.meta.url;"""
    made = read("s/a.js", text)
    assert made.needs == ("s/b.js", "e/d.js", "s/f.js")
    assert made.later == ("s/three.js",)
    assert made.gives == ('f: $need("s/f.js").f', 'h: $need("s/f.js").g', "one", "two", "Four")
    assert made.body.split("\n") == [
        "",
        "",
        "",
        'const { a, b: c } = $need("s/b.js");',
        'const { d } = $need("e/d.js");',
        "",
        "",
        '$need("s/f.js");',
        "",
        "",
        "const one = 1;",
        "async function* two() {",
        'const { three } = await $import("./three.js");',
        "}",
        "class Four {}",
        "const url = $url;",
    ]


def test_a_template_keeps_what_looks_like_a_comment() -> None:
    assert read("a.js", "// one\nconst a = `\n// two\n`;").body == "\nconst a = `\n// two\n`;"
    kept = "const a = `\n  two; // three\n  `;"
    assert read("a.js", kept).body == kept


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ("  const a = 1; // one", "const a = 1;"),
        ("  run(() => {  // at once", "run(() => {"),
        ('  const a = "b; // c";', 'const a = "b; // c";'),
        ("  const a = 'b'; // what is not \"c\"", "const a = 'b'; // what is not \"c\""),
        ("  const a = /b/; // a pattern", "const a = /b/;"),
        ('  const url = "https://a.test"; // an address', 'const url = "https://a.test";'),
    ],
)
def test_indentation_and_comments_behind_code_are_not_sent(line: str, sent: str) -> None:
    assert read("a.js", f"if (a) {{\n{line}\n}}").body == f"if (a) {{\n{sent}\n}}"


@pytest.mark.parametrize("page", linker.PAGES)
def test_each_line_is_found_in_its_module(page: str) -> None:
    for group in groups(page):
        told, found = json.loads(group.map()), set[str]()
        written_in = {each.name: SHARED[each.name].body.decode().split("\n") for each in group.modules}
        for line, source in zip(group.text().split("\n"), linker.origins(told), strict=False):
            if "$" in line or len(line) < 30 or source is None:
                continue
            written = written_in[source[0]][source[1] - 1]
            assert written.removeprefix("export ").lstrip().startswith(line)
            found.add(source[0])
        assert len(found) >= len(group.modules) * 0.9


def test_a_piece_brings_the_groups_that_it_needs_in_their_order() -> None:
    order = [group.name for group in groups("table")]
    for name, text in pieces(groups("table")).items():
        brought = [
            order.index(line.split('"')[1].lstrip("./"))
            for line in text.split("\n")
            if line.startswith("import")
        ]
        assert brought[0] == 0, name
        assert all(one != other for one, other in pairwise(brought))
