import { createHmac } from 'node:crypto';

/**
 * Signatures of deliveries, as Standard Webhooks 1.0 has them: HMAC-SHA-256 over id, time and body,
 * so that a delivery that was changed, or is sent again much later, is known as such.
 */

const prefix = 'whsec_';

/** Bytes of a secret: as many as the hash has. */
export const secretBytes = 32;

/** The secret of these random bytes, as receivers are given it. */
export const webhookSecret = (random: Uint8Array): string => {
  if (random.length !== secretBytes) throw new RangeError(`a secret needs ${secretBytes} random bytes`);
  return `${prefix}${Buffer.from(random).toString('base64')}`;
};

/** What is signed: the body exactly as it is sent. */
export interface SignedMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1_000));

const signatureBy = (secret: string, text: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
};

/** The headers of a delivery, signed by every secret that is in force. */
export const signatureHeaders = (
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> => {
  const timestamp = unixSeconds(at);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureBy(secret, `${id}.${timestamp}.${body}`)).join(' '),
  };
};
