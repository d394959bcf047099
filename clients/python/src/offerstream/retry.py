"""When a call is tried again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .errors import OfferstreamError


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how soon a call is tried again."""

    attempts: int = 5
    """Tries in all, the first one included; 1: none again."""
    base_seconds: float = 0.2
    """The longest wait before the second try; it doubles from try to try."""
    max_seconds: float = 5.0
    """The longest wait of all where the service gives no hint."""


def retry_delay(
    policy: RetryPolicy, attempt: int, error: OfferstreamError, random: float
) -> Optional[float]:
    """How long to wait before the next try, in seconds; None: do not try again.

    Tried again is what never reached a service that could do it (UNAVAILABLE), and what the service
    wants to be asked again, at its hint. Half of the wait is drawn (`random` from 0 to 1), so that
    callers that failed together do not come back together.
    """
    if attempt >= policy.attempts:
        return None
    hint = error.retry_after
    if error.code != "UNAVAILABLE" and not (
        error.code == "RESOURCE_EXHAUSTED" and hint is not None
    ):
        return None
    longest = min(policy.max_seconds, policy.base_seconds * 2 ** (attempt - 1))
    return (hint or 0.0) + longest * (0.5 + 0.5 * random)
