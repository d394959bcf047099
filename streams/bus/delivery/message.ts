import { Failure } from '../../../domain/errors.ts';
import type { OutgoingMessage, StreamName } from '../bus.ts';
import { streamOf } from './topology.ts';

const hasLineBreak = (text: string): boolean => text.includes('\n') || text.includes('\r');

/**
 * The stream that a message goes to, once it has been found fit to be sent. Throws RangeError when
 * no stream stores the subject, and `invalid_argument` for a line break in a header, which would
 * begin another header.
 */
export const destinationOf = (message: OutgoingMessage): StreamName => {
  const { headers } = message;
  for (const name in headers) {
    if (hasLineBreak(name) || hasLineBreak(headers[name] ?? '')) {
      throw new Failure('invalid_argument', `header ${JSON.stringify(name)}: line breaks are not allowed`);
    }
  }
  return streamOf(message.subject);
};

/** What is thrown for a message beyond the limit of the bus, 1 MiB by default. */
export const tooLarge = (message: OutgoingMessage): Failure =>
  new Failure('too_large', 'the message is larger than the bus takes', {
    internal: `${message.subject} ${message.messageId}: a payload of ${message.payload.length} bytes`,
  });
