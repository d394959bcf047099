import { BinaryReader } from '@bufbuild/protobuf/wire';
import { Failure, invalidArgument } from '../../domain/errors.ts';

/**
 * Requests come to their handler as bytes, and are decoded there, when their caller is known and
 * admitted. What is no message of its type is refused like any other bad input.
 *
 * A message is small and what it decodes to is not: two bytes make a line of an estimate. So what
 * is read of a message is counted, each tag and each length, and beyond a bound it is refused
 * half-way. Depth is bounded by the decoders: 100 levels of messages (ts-proto) and of unknown
 * groups (`BinaryReader`).
 */
export type Decode<Request> = (bytes: Buffer) => Request;

/** The generated decoder as its definition has it; it takes a reader as well as bytes. */
export type GeneratedDecode<Request> = (bytes: Buffer) => Request;

/** A message of so few bytes cannot have more to read than is allowed for any method. */
const smallBytes = 4_096;

/** Tags and lengths of a request; what a method takes that takes lists says itself. */
const usualMaxReads = 10_000;

class TooManyReads extends Error {}

/** A reader that stops when it has read as much as it may. */
const boundedReader = (bytes: Uint8Array, maxReads: number): BinaryReader => {
  const reader = new BinaryReader(bytes);
  const read = reader.uint32;
  let left = maxReads;
  reader.uint32 = () => {
    left -= 1;
    if (left < 0) throw new TooManyReads();
    return read.call(reader);
  };
  return reader;
};

const malformed = () => invalidArgument({ field: 'request', description: 'is not a well-formed message' });

const tooManyEntries = () =>
  new Failure('too_large', 'the request has more entries than are accepted', {
    violations: [{ field: 'request', description: 'has too many entries' }],
  });

/**
 * A decoder within limits. It throws `Failure` of kind `invalid_argument`, or `too_large`, for what
 * it does not take.
 */
export const boundedDecoder =
  <Request>(decode: GeneratedDecode<Request>, maxReads: number = usualMaxReads): Decode<Request> =>
  (bytes) => {
    try {
      return decode(bytes.length <= smallBytes ? bytes : (boundedReader(bytes, maxReads) as unknown as Buffer));
    } catch (error) {
      throw error instanceof TooManyReads ? tooManyEntries() : malformed();
    }
  };

/** What grpc-js does with the bytes of a request: nothing. */
export const unboundedDecoder = (bytes: Buffer): Buffer => bytes;
