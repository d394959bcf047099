import { BinaryReader } from '@bufbuild/protobuf/wire';
import { Server, ServerCredentials } from '@grpc/grpc-js';

/** A span as it arrived; ids are hexadecimal. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty without a parent. */
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** The W3C `tracestate` that it was made under; empty without one. */
  readonly traceState: string;
  /** Whether its status is ERROR. */
  readonly isError: boolean;
  /** Texts and whole numbers; others are empty texts. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** What sent it: `service.name`, `service.version`. */
  readonly resource: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A collector on loopback that keeps every span that it is sent over OTLP gRPC. */
export interface TraceCollector {
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  close(): void;
}

/** Starts it on a free port, in plain text unless it is given certificates. */
export const startTraceCollector = async (secure?: ServerCredentials): Promise<TraceCollector> => {
  const spans: CollectedSpan[] = [];
  const server = new Server();
  server.register(
    '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    (call: { request: Buffer }, callback: (error: null, answer: Buffer) => void) => {
      spans.push(...readRequest(call.request));
      callback(null, Buffer.alloc(0));
    },
    (answer: Buffer) => answer,
    (request: Buffer) => request,
    'unary',
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', secure ?? ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    endpoint: `${secure === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    spans,
    close: () => server.forceShutdown(),
  };
};

/**
 * Reads a message field by field; unnamed fields are skipped. Field numbers are those of
 * opentelemetry-proto 1.x.
 */
const fields = (bytes: Uint8Array, read: Readonly<Record<number, (reader: BinaryReader) => void>>): void => {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    const known = read[field];
    if (known === undefined) reader.skip(wireType, field);
    else known(reader);
  }
};

/** ExportTraceServiceRequest > ResourceSpans > ScopeSpans > Span. */
const readRequest = (bytes: Uint8Array): readonly CollectedSpan[] => {
  const found: CollectedSpan[] = [];
  const resourceSpans = (bytes: Uint8Array) => {
    const resource: Record<string, string | number> = {};
    const scopeSpans = (scope: Uint8Array) =>
      fields(scope, { 2: (reader) => found.push({ ...readSpan(reader.bytes()), resource }) });
    fields(bytes, {
      1: (reader) => fields(reader.bytes(), { 1: (inner) => Object.assign(resource, readAttribute(inner.bytes())) }),
      2: (reader) => scopeSpans(reader.bytes()),
    });
  };
  fields(bytes, { 1: (reader) => resourceSpans(reader.bytes()) });
  return found;
};

const hex = (reader: BinaryReader): string => Buffer.from(reader.bytes()).toString('hex');
const nanoseconds = (reader: BinaryReader): bigint => BigInt(reader.fixed64());

const readSpan = (bytes: Uint8Array): Omit<CollectedSpan, 'resource'> => {
  const span = { traceId: '', spanId: '', parentId: '', traceState: '', name: '', kind: 0, isError: false };
  const attributes: Record<string, string | number> = {};
  const links: { traceId: string; spanId: string }[] = [];
  let start = 0n;
  let end = 0n;
  fields(bytes, {
    1: (reader) => {
      span.traceId = hex(reader);
    },
    2: (reader) => {
      span.spanId = hex(reader);
    },
    3: (reader) => {
      span.traceState = reader.string();
    },
    4: (reader) => {
      span.parentId = hex(reader);
    },
    5: (reader) => {
      span.name = reader.string();
    },
    6: (reader) => {
      span.kind = reader.int32();
    },
    7: (reader) => {
      start = nanoseconds(reader);
    },
    8: (reader) => {
      end = nanoseconds(reader);
    },
    9: (reader) => Object.assign(attributes, readAttribute(reader.bytes())),
    13: (reader) => links.push(readLink(reader.bytes())),
    15: (reader) =>
      fields(reader.bytes(), {
        3: (inner) => {
          span.isError = inner.int32() === 2;
        },
      }),
  });
  return { ...span, startedAtMs: Number(start) / 1e6, durationMs: Number(end - start) / 1e6, attributes, links };
};

const readAttribute = (bytes: Uint8Array): Record<string, string | number> => {
  let key = '';
  let text: string | number = '';
  const value = (reader: BinaryReader) =>
    fields(reader.bytes(), {
      1: (inner) => {
        text = inner.string();
      },
      3: (inner) => {
        text = Number(inner.int64());
      },
    });
  fields(bytes, {
    1: (reader) => {
      key = reader.string();
    },
    2: value,
  });
  return { [key]: text };
};

const readLink = (bytes: Uint8Array): { traceId: string; spanId: string } => {
  const link = { traceId: '', spanId: '' };
  fields(bytes, {
    1: (reader) => {
      link.traceId = hex(reader);
    },
    2: (reader) => {
      link.spanId = hex(reader);
    },
  });
  return link;
};
