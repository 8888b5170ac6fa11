"""What one process has in common with the others of its service: in Redis, or without one nothing."""

from ironclad.eventlog.log import LogBook
from ironclad.referee.cache.commit_feed import CommitFeed
from ironclad.referee.cache.limiter import RedisLimiter
from ironclad.referee.cache.redis_client import RedisClient
from ironclad.referee.cache.view_cache import NoViewCache, RedisViewCache, ViewCache
from ironclad.referee.limits import Limiter, LocalLimiter


class SharedCache:
    """The view cache, the limiter and the wake-ups of one process over a log. Close it before the log."""

    def __init__(self, url: str | None, secret: bytes, log: LogBook) -> None:
        """`url` is a redis:// one, or None for a process that is alone. Raises BadStoreURL for another."""
        self.views: ViewCache = NoViewCache()
        self.limiter: Limiter = LocalLimiter()
        self._database = log.database
        self._link = RedisClient(url) if url else None
        self._wakes: CommitFeed | None = None
        if self._link is None:
            return
        recorder = log.process_recorder
        self.views = RedisViewCache(self._link, secret, log.identity)
        self.limiter = RedisLimiter(self._link)
        self._wakes = CommitFeed(
            self._link, log.identity, lambda: recorder.max_notification_id() or 0, log.database.heard
        )
        log.database.listen(self._wakes.committed)

    def close(self) -> None:
        if self._wakes is not None:
            self._database.unlisten(self._wakes.committed)
            self._wakes.close()
        if self._link is not None:
            self._link.close()
