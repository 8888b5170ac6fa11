"""Where a request comes from, behind a proxy: only our own proxies are believed."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

Networks = tuple[IPv4Network | IPv6Network, ...]
_ADDRESSES, _SCHEME = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"


class BehindProxies:
    """A WSGI application whose requests come through proxies of these networks (or directly, where none).

    The client is the last address of X-Forwarded-For that is no proxy's: what comes before it, the client
    may have written itself. Other forwarding headers are never read; the proxy passes the Host on as it is.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], proxies: Networks) -> None:
        self._app = app
        self._proxies = proxies

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        client = client_of(environ, self._proxies)
        scheme = environ.get(_SCHEME, "")
        if is_proxy(environ.get("REMOTE_ADDR", ""), self._proxies) and scheme in ("http", "https"):
            environ["wsgi.url_scheme"] = scheme
        environ["REMOTE_ADDR"] = client
        for name in (_ADDRESSES, _SCHEME):
            environ.pop(name, None)
        return self._app(environ, start_response)


def client_of(environ: dict[str, Any], proxies: Networks) -> str:
    """The address that a request comes from: the nearest that is no proxy's."""
    nearest: str = environ.get("REMOTE_ADDR", "")
    if not is_proxy(nearest, proxies):
        return nearest
    for found in reversed([each.strip() for each in environ.get(_ADDRESSES, "").split(",")]):
        if not _is_address(found):
            break
        nearest = found
        if not is_proxy(found, proxies):
            break
    return nearest


def is_proxy(address: str, proxies: Networks) -> bool:
    """Whether an address is in one of the networks."""
    if not proxies or not _is_address(address):
        return False
    parsed = ip_address(address)
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in proxies)


def counted(address: str) -> str:
    """What an address is counted under: one household or host has a whole /64 of IPv6."""
    if ":" not in address or not _is_address(address):
        return address
    parsed = IPv6Address(address)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False).network_address)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
