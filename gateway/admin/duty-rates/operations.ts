import { z } from '@hono/zod-openapi';
import type { DutyRate, DutyRateDraft } from '../../../domain/pricing/duties/duty-rate.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import { givenInstant } from '../../http/schemas/common.ts';
import { requiredText } from '../request/fields.ts';
import { adminOperationsOf, pageJson, pageSchema } from '../request/operation.ts';
import type { DutyRateCases } from './manage.ts';

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
const dutyRateParams = z.object({ id: z.string().openapi({ example: 'us-ic-china' }) });

/** A rate to be made or changed. */
const putDutyRateSchema = z.strictObject(stated).openapi('PutDutyRate');

/** A rate as it is stored. */
const dutyRateSchema = z
  .object({ id: z.string(), version: z.int().openapi({ description: 'Grows with every change.' }), ...stated })
  .openapi('DutyRate');

/** A page of the rates. */
const dutyRatesSchema = pageSchema(dutyRateSchema, 'DutyRates');

/** The id that a removed rate had. */
const removedDutyRateSchema = z.object({ id: z.string() }).openapi('RemovedDutyRate');

const instantOf = (given: string | undefined): Date | undefined => (given === undefined ? undefined : new Date(given));

/** The rate that a body is. */
const dutyRateFrom = (id: string, body: z.output<typeof putDutyRateSchema>): DutyRateDraft => ({
  id,
  destination: body.destination,
  htsPrefix: body.hts_prefix,
  origin: body.country_of_origin,
  rate: body.rate,
  validFrom: instantOf(body.valid_from),
  validUntil: instantOf(body.valid_until),
});

/** A rate in the form of the contract. */
const dutyRateJson = (rate: DutyRate) => ({
  id: rate.id,
  version: rate.version,
  destination: rate.destination,
  hts_prefix: rate.htsPrefix,
  country_of_origin: rate.origin,
  rate: rate.rate,
  valid_from: rate.validFrom?.toISOString(),
  valid_until: rate.validUntil?.toISOString(),
});

const path = '/v1/admin/duty-rates';

const { operation } = adminOperationsOf<DutyRateCases>('Pricing');

/** What operators do to import duties. */
export const dutyRateOperations = [
  operation(({ listDutyRates }) => listDutyRates, {
    name: 'ListDutyRates',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The import duties, in the order of their ids',
    query: pageQuery,
    answer: dutyRatesSchema,
    answered: 'One page of the rates.',
    decode: ({ query }) => query,
    encode: pageJson(dutyRateJson),
  }),

  operation(({ getDutyRate }) => getDutyRate, {
    name: 'GetDutyRate',
    scope: 'admin:read',
    at: `GET ${path}/{id}`,
    readsState: ({ params }) => ({ kind: 'duty_rate', id: params.id }),
    summary: 'An import duty',
    params: dutyRateParams,
    answer: dutyRateSchema,
    answered: 'The rate.',
    decode: ({ params }) => params,
    encode: dutyRateJson,
  }),

  operation(({ putDutyRate }) => putDutyRate, {
    name: 'PutDutyRate',
    scope: 'admin:pricing',
    at: `PUT ${path}/{id}`,
    summary: 'State an import duty, or change it',
    params: dutyRateParams,
    body: putDutyRateSchema,
    answer: dutyRateSchema,
    answered: 'The rate as it is stored.',
    conflicts: true,
    decode: ({ params, body }) => dutyRateFrom(params.id, body),
    encode: dutyRateJson,
  }),

  operation(({ removeDutyRate }) => removeDutyRate, {
    name: 'RemoveDutyRate',
    scope: 'admin:pricing',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove an import duty; where the last of a destination goes, none is counted there',
    params: dutyRateParams,
    answer: removedDutyRateSchema,
    answered: 'What was removed.',
    decode: ({ params }) => params,
    encode: ({ id }) => ({ id }),
  }),
];
