import { z } from '@hono/zod-openapi';
import { dayMs } from '../../../domain/duration.ts';
import { duration } from '../request/duration.ts';
import { requiredText } from '../request/text.ts';

/** The bodies of orders; field names are the contract's, and no others are accepted. */

const secondMs = 1_000;
const maxInt32 = 2 ** 31 - 1;

const ttl = duration('How long the order holds; it then ends by itself.', secondMs, 30 * dayMs, '15m');

const wholeNumber = (description: string, example: number) => {
  const error = `must be a whole number from 1 to ${maxInt32}`;
  return z
    .number({ error })
    .int({ error })
    .min(1, { error })
    .max(maxInt32, { error })
    .openapi({ type: 'integer', format: 'int32', description, example });
};

/** Nothing is asked of the supplier. */
export const pauseSchema = z
  .strictObject({ reason: requiredText(500, 'Shown to everyone who asks why.', 'maintenance at the supplier'), ttl })
  .openapi('Pause');

/** Fewer concurrent requests. */
export const workersSchema = z
  .strictObject({
    max_concurrent_per_credential: wholeNumber('Requests of one credential under way at once, at most.', 1),
    ttl,
  })
  .openapi('Workers');

const limitSchema = z.strictObject(
  {
    rate: wholeNumber("Units of the supplier's cost in any such period.", 30),
    period: duration('The period.', 100, 31 * dayMs, '1m'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object of rate and period' : undefined) },
);

/** Every call in the log. */
export const callLogSchema = z.strictObject({ ttl }).openapi('CallLog');

/** Lower rates by endpoint. */
export const ratesSchema = z
  .object({ ttl })
  .catchall(limitSchema)
  .refine((body) => Object.keys(body).length > 1, { error: 'must name an endpoint besides ttl' })
  .openapi('RateLimits', { example: { search: { rate: 30, period: '1m' }, ttl: '2h' } });
