"""Whether 32 bytes are an Ed25519 public key that somebody can have made (RFC 8032, 5.1.3 and 5.1.5).

A key that a signer makes is a multiple of the base point. Bytes that decode to no point, that write one in a
second way, or that stand for a point outside the base point's group are refused: under those of small order
one signature is good for many messages, and implementations differ on the others.
"""

from functools import lru_cache

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)  # of -1
_KEY_BYTES = 32

_Point = tuple[int, int, int, int]
"""X, Y, Z and T of extended coordinates: x = X/Z, y = Y/Z, x * y = T/Z."""

_NEUTRAL: _Point = (0, 1, 1, 0)


@lru_cache(maxsize=1_024)  # asked for when a key comes, when it is registered, and when a bundle is verified
def is_key(body: bytes) -> bool:
    """Whether these bytes are the one encoding of a point of the base point's group, not the neutral one."""
    point = _decoded(body)
    if point is None or _same(point, _NEUTRAL):
        return False
    return _same(_times(_ORDER, point), _NEUTRAL)


def _decoded(body: bytes) -> _Point | None:
    if len(body) != _KEY_BYTES:
        return None
    number = int.from_bytes(body, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if (v * x * x - u) % _P:
        x = x * _ROOT % _P
    if (v * x * x - u) % _P or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def _plus(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    found = _NEUTRAL
    while factor:
        if factor & 1:
            found = _plus(found, point)
        point = _plus(point, point)
        factor >>= 1
    return found


def _same(one: _Point, other: _Point) -> bool:
    return (one[0] * other[2] - other[0] * one[2]) % _P == 0 == (one[1] * other[2] - other[1] * one[2]) % _P
