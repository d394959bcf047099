import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { handleBidiStreamingCall, Server, ServerDuplexStream, UntypedHandleCall } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { after } from '../../concurrency/delay.ts';
import { loopTurn } from '../../concurrency/turns.ts';
import { Failure } from '../../domain/errors.ts';
import type { GuardedMethod } from './door/guarded-method.ts';
import { createOpenCallLimiter } from './door/open-call-limiter.ts';
import { toStatus } from './status.ts';

type Stream = ServerDuplexStream<unknown, unknown>;

/** Who looks a contract up is done in a second or two. */
const longestMs = 30_000;

/**
 * Serves a stream whose handler answers each message with one, at its reader's pace: the next
 * message is taken when the answer to the one before has left, and one in a turn of the event loop,
 * so that what waits beside is not held up. Such a handler is the library's, which writes whatever
 * comes, read or not.
 */
const answerEach = (handle: (stream: Stream) => void): handleBidiStreamingCall<unknown, unknown> => {
  const answer = answererOf(handle);
  return (call) => {
    const cancelTimer = after(longestMs, () => {
      call.emit('error', toStatus(new Failure('deadline_exceeded', `not done within ${longestMs} ms`), ''));
    });
    call.once('cancelled', cancelTimer);
    void serve(call, answer);
  };
};

const serve = async (call: Stream, answer: (message: unknown) => unknown): Promise<void> => {
  try {
    for await (const message of call) {
      if (call.cancelled) return;
      await written(call, answer(message));
      if (call.cancelled) return;
      await loopTurn();
    }
    call.end();
  } catch {
    // The caller has gone.
  }
};

/** Resolves when the reader has taken the answer, or has gone. */
const written = (call: Stream, answer: unknown): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      call.off('cancelled', done);
      resolve();
    };
    call.once('cancelled', done);
    call.write(answer, done);
  });

/** The handler as a function, by a stream that has one message to give and takes one answer. */
const answererOf =
  (handle: (stream: Stream) => void) =>
  (message: unknown): unknown => {
    let answer: unknown;
    const stream = Object.assign(new EventEmitter(), {
      write: (written: unknown) => {
        answer = written;
        return true;
      },
      end: () => undefined,
    });
    handle(stream as unknown as Stream);
    stream.emit('data', message);
    return answer;
  };

/** What `buf build` wrote of our `.proto` files: a `google.protobuf.FileDescriptorSet`. */
const descriptorSet = new URL('../../proto/gen/descriptors.binpb', import.meta.url);

/** A symbol or the name of a file. */
const maxRequestBytes = 1_024;

/** A client asks some dozens of questions over one stream, and leaves. */
const maxCallBytes = 65_536;
const streams = { ofConnection: 4, ofAddress: 8, inAll: 32 };

const versions = ['v1', 'v1alpha'] as const;

/** What the door asks of those who look the contract up. */
export const reflectionMethods = (): readonly (readonly [string, GuardedMethod])[] => {
  const method = {
    kind: 'open',
    places: createOpenCallLimiter(streams),
    isRequestStream: true,
    maxMessageBytes: maxRequestBytes,
    maxCallBytes,
    isProbe: false,
  } as const;
  return versions.map((version) => [`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, method]);
};

/**
 * Lets any client list and describe the services, as `grpcurl` and `buf curl` do, without having
 * the `.proto` files. The health service is left out: its library's descriptors name a map's type
 * in a way that strict clients refuse.
 */
export const addReflection = (server: Server): void => {
  // The library wants a proto-loader package and reads nothing of it but the descriptors that hang
  // on its entries.
  const contract = {
    format: 'Protocol Buffer 3 EnumDescriptorProto' as const,
    type: {},
    fileDescriptorProtos: filesOf(readFileSync(descriptorSet)),
  };
  const paced: Pick<Server, 'addService'> = {
    addService: (definition, handlers) => {
      const { ServerReflectionInfo: library } = handlers;
      server.addService(definition, {
        ServerReflectionInfo: answerEach(library as LibraryHandler) as UntypedHandleCall,
      });
    },
  };
  new ReflectionService({ contract }, { services: [...contractServices] }).addToServer(paced as Server);
};

type LibraryHandler = (stream: ServerDuplexStream<unknown, unknown>) => void;

/** The services of the contract; the descriptor set also holds messages that travel elsewhere. */
export const contractServices = [
  'svc.public.v1.Catalog',
  'svc.public.v1.Offers',
  'svc.public.v1.Pricing',
  'svc.public.v1.Estimate',
  'svc.public.v1.Enrichment',
] as const;

/** The file descriptors of a set, still encoded: its field 1. */
const filesOf = (set: Uint8Array): Buffer[] => {
  const reader = new BinaryReader(set);
  const files: Buffer[] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1 && wireType === WireType.LengthDelimited) files.push(Buffer.from(reader.bytes()));
    else reader.skip(wireType, field);
  }
  return files;
};
