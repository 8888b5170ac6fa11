"""A limiter whose counts all processes share: the algorithm of `LocalLimiter`, carried out within Redis."""

from hashlib import sha256
from typing import Any

from ironclad.referee.cache.redis_client import RedisClient
from ironclad.referee.limits import Limiter, LocalLimiter

SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local step, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if known > now + window + step then known = now end
local due = math.max(known, now) + step
if due - now > window + step / 1000 then
    return string.format('%.0f', due - now - window)
end
redis.call('SET', KEYS[1], string.format('%.0f', due), 'PX', math.ceil((due - now) / 1000) + 1)
return '0'
"""
"""In microseconds of Redis's own clock: how long until it is allowed, 0 where it was counted.

What is known from further ahead than was ever allowed is from before that clock was set back.
"""


class RedisLimiter:
    """Counts in Redis; in this process while Redis is away."""

    def __init__(self, link: RedisClient, instead: Limiter | None = None) -> None:
        self._link = link
        self._instead = instead or LocalLimiter()

    def allow(self, key: str, limit: int, seconds: float, cost: int = 1) -> tuple[bool, float]:
        """Whether it may be done once more, and if not, after how many seconds it may.

        Keys name people and addresses, so Redis gets their hashes.
        """
        name = f"ironclad:limit:{sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
        arguments = (round(seconds / limit * cost * 1e6), round(seconds * 1e6))

        def count(redis: Any) -> float:
            wait = redis.eval(SCRIPT, 1, name, *arguments)
            return float(wait) / 1e6

        wait = self._link.ask(count)
        if wait is None:
            return self._instead.allow(key, limit, seconds, cost)
        return wait <= 0, wait
