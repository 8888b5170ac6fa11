"""Whom a request comes from, where a proxy stands between: believed only of our own proxies."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

Networks = tuple[IPv4Network | IPv6Network, ...]
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")


class BehindProxies:
    """A WSGI application whose requests come through proxies of these networks (or directly, where none).

    The client is the last address of X-Forwarded-For that is no proxy's: what stands before it, the client
    may have written itself. Other forwarding headers are never read; the proxy passes the Host on as it is.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], proxies: Networks) -> None:
        self._app = app
        self._proxies = proxies

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        addresses, scheme = (environ.pop(name, "") for name in _FORWARDED)
        if self._is_proxy(environ.get("REMOTE_ADDR", "")):
            environ["REMOTE_ADDR"] = self._client(environ["REMOTE_ADDR"], addresses)
            if scheme in ("http", "https"):
                environ["wsgi.url_scheme"] = scheme
        return self._app(environ, start_response)

    def _client(self, nearest: str, addresses: str) -> str:
        for found in reversed([each.strip() for each in addresses.split(",")]):
            if not _is_address(found):
                break
            nearest = found
            if not self._is_proxy(found):
                break
        return nearest

    def _is_proxy(self, address: str) -> bool:
        if not self._proxies or not _is_address(address):
            return False
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._proxies)


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
