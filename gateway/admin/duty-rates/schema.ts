import { z } from '@hono/zod-openapi';
import type { DutyRate, DutyRateDraft } from '../../../domain/pricing/duties/duty-rate.ts';
import { givenInstant } from '../../http/schemas/common.ts';
import { requiredText } from '../request/text.ts';

const text = (description: string, example: string) =>
  z.string({ error: 'must be text' }).openapi({ description, example });

const rfc3339 = 'must be an RFC 3339 instant, for example "2026-03-01T00:00:00Z"';

const instant = (description: string) =>
  givenInstant(rfc3339).optional().openapi({ description, format: 'date-time', example: '2026-03-01T00:00:00Z' });

const stated = {
  destination: requiredText(32, 'One of `DELIVERY_ZONES`: where the goods are brought.', 'US'),
  hts_prefix: text('What their tariff number begins with: 2 to 10 digits. The longest one counts.', '8542'),
  country_of_origin: text(
    'Where they were made, in ISO 3166-1 alpha-2. Left out: anywhere; a rate for their very origin goes before it.',
    'CN',
  ).optional(),
  rate: text('Share of their value, decimal text from 0 to 10.', '0.25'),
  valid_from: instant('The first instant at which it holds. Left out: it always did.'),
  valid_until: instant('The first instant at which it holds no more. Left out: it goes on.'),
};

/** A rate in a path. */
export const dutyRateParams = z.object({ id: z.string().openapi({ example: 'us-ic-china' }) });

/** A rate to be made or changed. */
export const putDutyRateSchema = z.strictObject(stated).openapi('PutDutyRate');

/** A rate as it is stored. */
export const dutyRateSchema = z
  .object({ id: z.string(), version: z.int().openapi({ description: 'Grows with every change.' }), ...stated })
  .openapi('DutyRate');

/** A page of the rates. */
export const dutyRatesSchema = z
  .object({
    items: z.array(dutyRateSchema),
    next_cursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('DutyRates');

/** The id that a removed rate had. */
export const removedDutyRateSchema = z.object({ id: z.string() }).openapi('RemovedDutyRate');

const instantOf = (given: string | undefined): Date | undefined => (given === undefined ? undefined : new Date(given));

/** The rate that a body is. */
export const dutyRateFrom = (id: string, body: z.output<typeof putDutyRateSchema>): DutyRateDraft => ({
  id,
  destination: body.destination,
  htsPrefix: body.hts_prefix,
  origin: body.country_of_origin,
  rate: body.rate,
  validFrom: instantOf(body.valid_from),
  validUntil: instantOf(body.valid_until),
});

/** A rate in the form of the contract. */
export const dutyRateJson = (rate: DutyRate) => ({
  id: rate.id,
  version: rate.version,
  destination: rate.destination,
  hts_prefix: rate.htsPrefix,
  country_of_origin: rate.origin,
  rate: rate.rate,
  valid_from: rate.validFrom?.toISOString(),
  valid_until: rate.validUntil?.toISOString(),
});
