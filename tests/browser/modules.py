"""Calling the ES modules of `api/web/static/` in a page of the server, as its own scripts would."""

from base64 import b64encode
from typing import Any

from playwright.sync_api import Page

from tests.api.running import Server

ROOT = f"/web/{'0' * 16}"  # of another build: given all the same
_BYTES = "const unpack = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));"


def at_home(page: Page, server: Server) -> Page:
    """A page of the server, whose policy holds for all that follows."""
    page.goto(server.address)
    return page


def run(page: Page, body: str, given: Any = None, **modules: str) -> Any:
    """What a function's body gives, with `given`, `unpack` (base64 to bytes) and modules by name."""
    loaded = "".join(f"const {name} = await import('{ROOT}/{path}.js');" for name, path in modules.items())
    return page.evaluate(f"async (given) => {{ {_BYTES} {loaded} {body} }}", given)


def verdict_of(page: Page, bundle: bytes, key: str | None) -> dict[str, Any]:
    """What the verifier finds, in the page itself."""
    found: dict[str, Any] = run(
        page,
        "return verify.verifyBundle(unpack(given.bundle), {logKey: given.key});",
        {"bundle": b64encode(bundle).decode(), "key": key},
        verify="proof/verify",
    )
    return found
