"""How a call ends that does not succeed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

import grpc

from . import status_details_pb2 as details_pb2


@dataclass(frozen=True)
class FieldViolation:
    """What is wrong with a field of a request."""

    field: str
    """The field's path, `lines[3].quantity`."""
    description: str


class OfferstreamError(Exception):
    """A call that did not succeed."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        reason: str = "",
        violations: Tuple[FieldViolation, ...] = (),
        retry_after: Optional[float] = None,
        correlation_id: str = "",
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.message = message
        self.code = code
        """The name of the gRPC status, such as NOT_FOUND."""
        self.reason = reason
        """What exactly it was, such as KEY_REUSED; empty when the service did not answer."""
        self.violations = violations
        """The fields to change; only with INVALID_ARGUMENT."""
        self.retry_after = retry_after
        """When to try again, in seconds from the answer; None: the service gives no hint."""
        self.correlation_id = correlation_id
        """What the service's operators find the request by."""


def error_of(failure: grpc.RpcError) -> OfferstreamError:
    """The error of a failed call."""
    metadata = dict(failure.trailing_metadata() or ())
    reason, violations, retry_after = "", (), None
    status = details_pb2.Status.FromString(metadata.get("grpc-status-details-bin", b""))
    for detail in status.details:
        name = detail.type_url.rpartition(".")[2]
        if name == "ErrorInfo":
            reason = details_pb2.ErrorInfo.FromString(detail.value).reason
        elif name == "BadRequest":
            fields = details_pb2.BadRequest.FromString(detail.value).field_violations
            violations = tuple(FieldViolation(each.field, each.description) for each in fields)
        elif name == "RetryInfo":
            delay = details_pb2.RetryInfo.FromString(detail.value).retry_delay
            retry_after = delay.seconds + delay.nanos / 1e9
    return OfferstreamError(
        failure.details() or "",
        code=failure.code().name,
        reason=reason,
        violations=violations,
        retry_after=retry_after,
        correlation_id=metadata.get("x-correlation-id", ""),
    )
