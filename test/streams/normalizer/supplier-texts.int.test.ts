import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ObservationDraft, withStorableText } from '../../../domain/ingestion/observation.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { decodeObservation, encodeObservation } from '../../../streams/codec/codec.ts';
import { fillMarket } from '../../support/market.ts';
import { credentials, observation } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
});
afterAll(() => database.close());

const context = { correlationId: 'test', traceparent: undefined };

/** Any text at all: halves of surrogate pairs, U+0000 and what the language calls its own. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('__proto__', 'constructor', 'a\u0000b', '\ud800', '\udfff', '😀', '\ufffe', '\u2028'),
);

const drafts = fc.record({
  // Two texts must not become the same SKU by being cleaned.
  supplierSku: fc.tuple(fc.uuid(), anyText).map(([id, text]) => `${id}${text}`),
  packaging: anyText,
  description: fc.record({
    manufacturer: anyText,
    mpn: anyText,
    text: anyText,
    attributes: fc.dictionary(anyText, anyText, { maxKeys: 4 }),
  }),
}) satisfies fc.Arbitrary<ObservationDraft>;

it('whatever text a supplier sends, an observation of it passes the codec unchanged and is stored', async () => {
  const store = createObservationStore(database.pool.sql);
  const [, , system] = credentials;
  if (system === undefined) throw new Error('there is a credential of the system');
  const credential = { ...system, failingSince: undefined };
  await fc.assert(
    fc.asyncProperty(fc.array(drafts, { minLength: 1, maxLength: 5 }), async (given) => {
      const sent = given.map((draft) => {
        const clean = withStorableText(draft);
        return observation(clean.supplierSku, clean);
      });
      const received = sent.map((each) => decodeObservation(encodeObservation(each, credential, context).payload));
      expect(received.map((each) => [each.supplierSku, each.packaging ?? ''])).toEqual(
        sent.map((each) => [each.supplierSku, each.packaging ?? '']),
      );
      await store.apply(received, context);
    }),
    { numRuns: 60 },
  );
});
