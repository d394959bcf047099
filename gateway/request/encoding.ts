import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { createHiddenProperty } from '../../domain/hidden-property.ts';

/** Messages as the bytes that go over the wire. */

/** What the generated code of a message type has for encoding. */
export interface Encodable<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** The same for decoding. */
export interface Decodable<Message> {
  decode(bytes: Uint8Array): Message;
}

/** A writer that has held more gives its memory back; most answers are far smaller. */
const maxKeptBytes = 65_536;

/**
 * The writer between two messages. Taken while one is written, so that a failure half-way costs the
 * writer and nothing else.
 */
let idle: PooledWriter | undefined;

/**
 * A writer whose bytes come out of Node's pool of small buffers. The generated code's own copies
 * them into memory that is asked of the system for each message, and given back by the collector.
 */
class PooledWriter extends BinaryWriter {
  override finish(): Buffer<ArrayBuffer> {
    // Private to the library, which has no other door to them.
    const written = this as unknown as { readonly buffer: Uint8Array; pos: number };
    const bytes = Buffer.allocUnsafe(written.pos);
    bytes.set(written.buffer.subarray(0, written.pos));
    written.pos = 0;
    return bytes;
  }
}

const encode = <Message>(type: Encodable<Message>, message: Message): Buffer => {
  const writer = idle ?? new PooledWriter();
  idle = undefined;
  type.encode(message, writer);
  const bytes = writer.finish();
  if (bytes.length <= maxKeptBytes) idle = writer;
  return bytes;
};

const encoded = createHiddenProperty<object, Buffer>('encoded');

/** Says which bytes a message is; it is not to be changed after that. */
export const withBytes = <Message extends object>(message: Message, bytes: Buffer): Message => {
  encoded.set(message, bytes);
  return message;
};

/**
 * The encoder of a message type. The generated one grows a buffer for every message, from 128 bytes
 * up, and copies the result twice; on one writer that has its size already the same bytes cost
 * half, and no memory outside the heap but their own. A message of which the bytes are known is not
 * encoded again.
 */
export const encoder =
  <Message extends object>(type: Encodable<Message>): ((message: Message) => Buffer) =>
  (message) =>
    encoded.get(message) ?? encode(type, message);

/** Stands in for a message until something of it is looked at. */
interface Undecoded<Message> {
  message?: Message;
}

/**
 * The decoder of a message type for bytes that are mostly sent on as they are. What it makes
 * reads as the message, and is decoded when something of it is first looked at: to send it on costs
 * no decoding. It is not to be changed, frozen, or cloned by the structured algorithm.
 */
export const lazyDecoder = <Message extends object>(type: Decodable<Message>): ((bytes: Buffer) => Message) => {
  const decoded = (target: Undecoded<Message>): Message => {
    if (target.message === undefined) {
      const bytes = encoded.get(target) as Buffer;
      target.message = withBytes(type.decode(bytes), bytes);
    }
    return target.message;
  };
  const handler: ProxyHandler<Undecoded<Message>> = {
    // No field is called `then`, so who awaits the message does not look at it. Its bytes are the
    // target's, under a symbol.
    get: (target, key) =>
      typeof key === 'symbol' || key === 'then' ? Reflect.get(target, key) : Reflect.get(decoded(target), key),
    has: (target, key) => Reflect.has(decoded(target), key),
    ownKeys: (target) => Reflect.ownKeys(decoded(target)),
    getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(decoded(target), key),
    set: () => false,
    defineProperty: () => false,
    deleteProperty: () => false,
  };
  return (bytes) => new Proxy(withBytes<Undecoded<Message>>({}, bytes), handler) as Message;
};
