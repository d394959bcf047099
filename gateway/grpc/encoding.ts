import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { writtenOnce } from '../shared-answer.ts';

/** What the generated code of a message type has for encoding. */
export interface Encodable<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** A writer that has held more gives its memory back; most answers are far smaller. */
const maxKeptBytes = 65_536;

/** The writer between two messages. Taken while one is written, so that a failure half-way costs the writer and nothing else. */
let idle: BinaryWriter | undefined;

const encode = <Message>(type: Encodable<Message>, message: Message): Buffer => {
  const writer = idle ?? new BinaryWriter();
  idle = undefined;
  const bytes = type.encode(message, writer).finish();
  if (bytes.length <= maxKeptBytes) idle = writer;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/**
 * The encoder of a message type. The generated one grows a buffer for every message, from 128 bytes up, and copies the result
 * twice; on one writer that has its size already the same bytes cost half, and no memory outside the heap but their own. A shared
 * answer is encoded once.
 */
export const encoder = <Message extends object>(type: Encodable<Message>): ((message: Message) => Buffer) => {
  const write = (message: Message): Buffer => encode(type, message);
  return (message) => writtenOnce(message, write);
};
