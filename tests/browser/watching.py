"""All that a page was given and keeps: what its scripts were answered, its elements, fields and storage."""

from playwright.sync_api import BrowserContext, Page

_RECORD = """
const { fetch: asked, EventSource: Opened } = window;
window.fetch = async (...how) => {
  const answer = await asked(...how);
  answer.clone().text().then((text) => window.wasGiven(`${answer.url}\\n${text}`), () => undefined);
  return answer;
};
window.EventSource = class extends Opened {
  constructor(...how) {
    super(...how);
    this.addEventListener("message", ({data}) => window.wasGiven(`stream\\n${data}`));
  }
};
"""
_KEPT = """() => JSON.stringify([
  document.documentElement.outerHTML, document.title,
  [...document.querySelectorAll("input, select, textarea")].map((each) => each.value),
  [...document.querySelectorAll("option")].map((each) => each.text),
  {...localStorage}, {...sessionStorage},
])"""


STRENGTHS = {"north": (7, 1, 1), "south": (1, 4, 4)}
"""What the seats of Six Fields deploy: what the other seat must not learn."""


class Watch:
    """What the pages of a browser profile were given, answer by answer, from its making on."""

    def __init__(self, context: BrowserContext) -> None:
        self.given: list[str] = []
        context.expose_function("wasGiven", lambda text: self.given.append(text))
        context.add_init_script(_RECORD)

    def all(self, page: Page) -> str:
        """Every answer so far, and all that the page has now, as one text."""
        return "\n".join([*self.given, kept(page)])


def kept(page: Page) -> str:
    """The elements of a page, what is in its fields, and what its site keeps in the browser."""
    found: str = page.evaluate(_KEPT)
    return found


def strength_of(seat: str, *stacks: int) -> str:
    """How the strength of some stacks (all of a seat's) would be written: as data, in words, on a counter."""
    written = [
        rf"{seat}-{number}\W{{1,6}}(?<!-){points}\b|{seat}-{number} has {points}"
        rf"|\b{points} (?:points in )?{seat} {number}\b"
        for number, points in enumerate(STRENGTHS[seat], 1)
        if number in (stacks or (1, 2, 3))
    ]
    return "|".join(written)
