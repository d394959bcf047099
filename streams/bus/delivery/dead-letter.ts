import type { Delivery, OutgoingMessage } from '../bus.ts';

/** What a dead letter carries in its headers beside those of the message that it was. */
export const deadLetterHeaders = {
  /** Why it could not be processed. */
  reason: 'dead-reason',
  /** The subject that it was published on. */
  subject: 'dead-subject',
  /** Its position in the stream that it was published to. */
  sequence: 'dead-sequence',
  /** How often it was delivered. */
  attempts: 'dead-attempts',
  /** The durable consumer that gave it up. */
  durable: 'dead-durable',
} as const;

const maxReasonLength = 500;

/** Header values are one line of printable ASCII. */
const headerText = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength);

/**
 * The dead letter of a message that a durable gives up: the same payload under `dead.{subject}`,
 * with the reason. Its id is derived from the message's place, so that a letter written twice
 * counts once. Undefined for what is a dead letter already: that one is dropped, because it would
 * only come back to the same consumer.
 */
export const deadLetterOf = (
  message: Pick<Delivery, 'subject' | 'headers' | 'payload' | 'attempt' | 'sequence'>,
  durable: string,
  reason: string,
): OutgoingMessage | undefined => {
  if (message.subject.startsWith('dead.')) return undefined;
  return {
    subject: `dead.${message.subject}`,
    messageId: `${durable}:${message.subject}:${message.sequence}`,
    headers: {
      ...message.headers,
      [deadLetterHeaders.reason]: headerText(reason),
      [deadLetterHeaders.subject]: message.subject,
      [deadLetterHeaders.sequence]: String(message.sequence),
      [deadLetterHeaders.attempts]: String(message.attempt),
      [deadLetterHeaders.durable]: durable,
    },
    payload: message.payload,
  };
};
