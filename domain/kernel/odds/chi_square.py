"""The chi-square distribution's upper tail, by the incomplete gamma function (DLMF 8.7.1 and 8.9.2)."""

from math import exp, lgamma, log

_TERMS = 10_000
_NEAR = 1e-14


def tail(chi_square: float, degrees: int) -> float:
    """The probability that a chi-square value of so many degrees of freedom is as large or larger.

    1 where there is no degree of freedom: nothing could have differed.
    """
    if degrees <= 0 or chi_square <= 0:
        return 1.0
    a, x = degrees / 2, chi_square / 2
    scale = exp(a * log(x) - x - lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The sum of x^n / (a (a + 1) … (a + n))."""
    term = total = 1 / a
    for n in range(1, _TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _NEAR:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction 1/(x + 1 - a - 1(1 - a)/(x + 3 - a - …)), by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for n in range(1, _TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        value *= c * d
        if abs(c * d - 1) < _NEAR:
            break
    return value
