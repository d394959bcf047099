"""A client of Offerstream: parts, offers, prices, estimates and enrichment jobs, over gRPC."""

from .client import Client, connect
from .errors import FieldViolation, OfferstreamError
from .retry import RetryPolicy

__all__ = ["Client", "FieldViolation", "OfferstreamError", "RetryPolicy", "connect"]
