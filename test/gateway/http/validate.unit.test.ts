import type { z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { addRatesSchema } from '../../../gateway/admin/exchange-rates/operations.ts';
import { buildEstimateRequest } from '../../../gateway/http/schemas/requests.ts';
import { validate } from '../../../gateway/http/validate.ts';

/** What a value is refused with; anything that is thrown and is no failure comes out as it is. */
const refusalOf = (schema: z.ZodType, value: unknown): Failure => {
  try {
    validate(schema, value, 'body');
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
};

const many = 200_000;

const names = (prefix: string): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`${prefix}${index}`, 0]));

it.each([
  ['lines that are none', buildEstimateRequest.schema, { lines: Array.from({ length: many }, () => 0) }, 'lines.0'],
  ['unknown fields', buildEstimateRequest.schema, names('field_'), 'field_0'],
  ['unknown fields of a line', buildEstimateRequest.schema, { lines: [names('f')] }, 'lines.0.f0'],
  ['order costs that are no texts', buildEstimateRequest.schema, { order_costs: names('s') }, 'order_costs.s0'],
  ['exchange rates that are no texts', addRatesSchema, { day: '2026-03-01', rates: names('X') }, 'rates.X0'],
])('names 50 of a great many %s, says how many more there are, and stays short', (_, schema, value, first) => {
  const { violations, message } = refusalOf(schema, value);
  expect(violations).toHaveLength(50);
  expect(violations[0]?.field).toBe(first);
  expect(message).toMatch(/; and 199950 more$/);
  expect(message.length).toBeLessThan(20_000);
});

it('names every field of a request with a few mistakes, each once', () => {
  const { violations } = refusalOf(buildEstimateRequest.schema, { currency: 5, build_quantity: 'x', colour: 1 });
  expect(violations.map(({ field }) => field).sort()).toEqual(['build_quantity', 'colour', 'currency']);
});
