import { describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { builtInProfiles } from '../../../domain/identity/built-in-profiles.ts';
import { searchProducts } from '../../../gateway/catalog/search-products.ts';
import { toStatus } from '../../../gateway/grpc/status.ts';
import { referenceRates } from '../../../gateway/import/reference-rates.ts';
import { createCursors } from '../../../gateway/request/paging.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import { SearchProductsRequest } from '../../../proto/gen/svc/public/v1/catalog.ts';

const refusal = async (work: () => unknown): Promise<Failure> => {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
};

const never = (): never => {
  throw new Error('the store is not asked');
};

const cursors = createCursors(new Uint8Array(32));
const search = searchProducts({ search: never, count: never }, builtInProfiles, cursors, { of: never }, never);

const context = { now: () => new Date(), signal: new AbortController().signal } as RequestContext;

describe('a list of any length in a request is refused as any other bad input', () => {
  it.each(['lifecycleStatus', 'facets'] as const)('%s of a search', async (field) => {
    const long = Array.from({ length: 500_000 }, () => 'x');
    const request = { ...SearchProductsRequest.fromPartial({ q: 'x' }), [field]: long };
    const { kind, message } = await refusal(() => search(request, context));
    expect(kind).toBe('invalid_argument');
    expect(message.length).toBeLessThan(10_000);
  });

  it('more currencies in a file of rates than there are, before a row is read', async () => {
    const header = `Date,${Array.from({ length: 100_000 }, () => '').join()}`;
    const { violations } = await refusal(() => referenceRates(`${header}\nno day,1`, 'csv'));
    expect(violations).toEqual([{ field: 'content', description: 'must name at most 300 currencies' }]);
  });

  it('a day of rates in a year of more than four digits', async () => {
    const { kind } = await refusal(() => referenceRates('Date,USD\n1 March 99999,1.08', 'csv'));
    expect(kind).toBe('invalid_argument');
  });
});

it('what a refusal takes in the headers of a gRPC answer is under 8 KiB, whatever it says', async () => {
  const violations = Array.from({ length: 50 }, (_, index) => ({
    field: `${'ß'.repeat(90)}${index}`,
    description: '語'.repeat(900),
  }));
  const text = violations.map(({ field, description }) => `${field}: ${description}`).join('; ');
  const { details, metadata } = toStatus(new Failure('invalid_argument', text, { violations }), 'correlation-id');
  const bytes = metadata.get('grpc-status-details-bin')[0]?.toString('base64').length ?? 0;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes + encodeURIComponent(details).length).toBeLessThan(7_500);
});
