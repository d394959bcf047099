"""A client over gRPC whose calls come from the contract's descriptors.

What it adds to a call: a deadline, tries again after a failure that passes, an idempotency key for
what makes something, so that a repeated call makes nothing twice, and watches that go on after a
broken connection without a version told twice.
"""

from __future__ import annotations

import random
import re
import time
import uuid
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple

import grpc
from google.protobuf import descriptor_pb2, message_factory, symbol_database
from google.protobuf.message import Message
from svc.public.v1 import catalog_pb2, enrichment_pb2, estimate_pb2, offers_pb2, pricing_pb2

from .errors import OfferstreamError, error_of
from .retry import RetryPolicy, retry_delay

SERVICES = {
    "catalog": catalog_pb2.DESCRIPTOR.services_by_name["Catalog"],
    "offers": offers_pb2.DESCRIPTOR.services_by_name["Offers"],
    "pricing": pricing_pb2.DESCRIPTOR.services_by_name["Pricing"],
    "estimates": estimate_pb2.DESCRIPTOR.services_by_name["Estimate"],
    "enrichment": enrichment_pb2.DESCRIPTOR.services_by_name["Enrichment"],
}

# What makes something, so that a repeated call needs an idempotency key.
MAKING = frozenset({"BuildEstimate", "UpdateEstimate", "ReadEstimateAgain", "RequestEnrichment"})

# Watches that go on, and whether the later of two messages is news.
NEWS: Dict[str, Callable[[Message, Message], bool]] = {
    "WatchEstimate": lambda earlier, later: later.version > earlier.version,
    "WatchJob": lambda earlier, later: earlier != later,
}

DEFAULT_TIMEOUT = 30.0

# The channel connects again soon enough for the next try, and tries nothing again by itself. What
# is named the least backoff is also how long a connection may take to open: with less, a service
# that is busy or far away is never reached.
CHANNEL_OPTIONS = (
    ("grpc.enable_retries", 0),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", -1),
)


def connect(
    address: str,
    *,
    api_key: str,
    timeout: float = DEFAULT_TIMEOUT,
    retry: RetryPolicy = RetryPolicy(),
    credentials: Optional[grpc.ChannelCredentials] = None,
) -> "Client":
    """A client of the service at `host:port`; without credentials the channel is not encrypted."""
    if credentials is None:
        channel = grpc.insecure_channel(address, options=CHANNEL_OPTIONS)
    else:
        channel = grpc.secure_channel(address, credentials, options=CHANNEL_OPTIONS)
    return Client(channel, api_key=api_key, timeout=timeout, retry=retry)


class Client:
    """The operations of the service by service: catalog, offers, pricing, estimates, enrichment.

    Each is a method named as in the contract, in lower case: `client.catalog.get_product(id=...)`.
    It takes the fields of its request, or `request=` with the message itself, and answers with the
    message of the contract, or with an iterator of messages. `timeout` (seconds) bounds the call,
    tries included; streams have no limit unless it is given.
    """

    def __init__(
        self, channel: grpc.Channel, *, api_key: str, timeout: float, retry: RetryPolicy
    ) -> None:
        self._channel = channel
        calls = _Calls(channel, api_key, timeout, retry)
        for name, service in SERVICES.items():
            setattr(self, name, _Service(service, calls))

    def close(self) -> None:
        """Ends the calls in flight and gives back the connection."""
        self._channel.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _class_of(descriptor: Any) -> Any:
    """The class of a message, in every version of protobuf from 4.21."""
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return symbol_database.Default().GetSymbol(descriptor.full_name)


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Service:
    """The methods of one service."""

    def __init__(self, descriptor: Any, calls: "_Calls") -> None:
        written = descriptor_pb2.ServiceDescriptorProto()
        descriptor.CopyToProto(written)
        for method, form in zip(descriptor.methods, written.method):
            setattr(self, _snake(method.name), calls.method(descriptor, method, form))


class _Calls:
    """Makes the calls of one channel."""

    def __init__(
        self, channel: grpc.Channel, api_key: str, timeout: float, retry: RetryPolicy
    ) -> None:
        self._channel = channel
        self._api_key = api_key
        self._timeout = timeout
        self._retry = retry

    def method(self, service: Any, method: Any, form: Any) -> Callable[..., Any]:
        path = f"/{service.full_name}/{method.name}"
        asked, answered = _class_of(method.input_type), _class_of(method.output_type)
        forms = {
            (False, False): ("unary_unary", self._unary),
            (False, True): ("unary_stream", self._stream),
            (True, True): ("stream_stream", self._exchange),
        }
        kind, caller = forms[form.client_streaming, form.server_streaming]
        send = getattr(self._channel, kind)(
            path,
            request_serializer=asked.SerializeToString,
            response_deserializer=answered.FromString,
        )

        if form.client_streaming:

            def exchange(requests: Iterable[Any], *, timeout: Optional[float] = None):
                return caller(send, (_message(asked, each) for each in requests), timeout)

            return exchange

        def call(
            *,
            request: Optional[Message] = None,
            timeout: Optional[float] = None,
            idempotency_key: Optional[str] = None,
            **fields: Any,
        ):
            message = _message(asked, fields if request is None else request)
            return caller(send, method.name, message, timeout, idempotency_key)

        return call

    def _metadata(self, idempotency_key: Optional[str] = None) -> List[Tuple[str, str]]:
        metadata = [("x-api-key", self._api_key)]
        if idempotency_key is not None:
            metadata.append(("idempotency-key", idempotency_key))
        return metadata

    def _wait(self, error: OfferstreamError, attempt: int, deadline: Optional[float]) -> None:
        """Waits for the next try; raises the error where there is none, or none in time."""
        delay = retry_delay(self._retry, attempt, error, random.random())
        if delay is None or (deadline is not None and time.monotonic() + delay >= deadline):
            raise error
        time.sleep(delay)

    def _unary(self, send, name, message, timeout, idempotency_key):
        key = (idempotency_key or str(uuid.uuid4())) if name in MAKING else None
        deadline = time.monotonic() + (self._timeout if timeout is None else timeout)
        attempt = 0
        while True:
            attempt += 1
            left = max(0.0, deadline - time.monotonic())
            try:
                return send(message, timeout=left, metadata=self._metadata(key))
            except grpc.RpcError as failure:
                self._wait(error_of(failure), attempt, deadline)

    def _stream(self, send, name, message, timeout, _key) -> Iterator[Message]:
        is_news = NEWS.get(name)
        deadline = None if timeout is None else time.monotonic() + timeout
        last, attempt = None, 0
        while True:
            attempt += 1
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            call = send(message, timeout=left, metadata=self._metadata())
            try:
                for answer in call:
                    attempt = 1
                    if last is not None and is_news is not None and not is_news(last, answer):
                        continue
                    last = answer
                    yield answer
                return
            except grpc.RpcError as failure:
                error = error_of(failure)
                # A stream of which something was told can only go on if it is a watch.
                if last is not None and is_news is None:
                    raise error from failure
                self._wait(error, attempt, deadline)
            finally:
                call.cancel()

    def _exchange(self, send, requests, timeout) -> Iterator[Message]:
        call = send(requests, timeout=timeout, metadata=self._metadata())
        try:
            yield from call
        except grpc.RpcError as failure:
            raise error_of(failure) from failure
        finally:
            call.cancel()


def _message(kind: Any, given: Any) -> Message:
    """A message of a mapping of its fields, or the message itself."""
    return given if isinstance(given, Message) else kind(**given)
