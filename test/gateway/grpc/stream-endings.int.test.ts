import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { eventually } from '../../support/eventually.ts';
import { drainOf, fullKey, headers, startTestEdge, type TestEdge } from './test-edge.ts';

const streams = 3;
const never = new Promise<never>(() => {});
const request = { identityProfileId: '', batchSize: 0 };

type Source = () => AsyncIterable<Product>;

/** What a reader waits for when it goes away. */
const sources: readonly (readonly [string, Source])[] = [
  [
    'for more than it reads',
    async function* () {
      for (;;) yield Product.fromPartial({ description: 'x'.repeat(100_000) });
    },
  ],
  [
    'for the first message of a source that heeds no signal',
    // biome-ignore lint/correctness/useYield: it never comes to its first message.
    async function* () {
      await never;
    },
  ],
  [
    'for a later message of a source that heeds no signal',
    async function* () {
      yield Product.fromPartial({ id: 'a' });
      await never;
    },
  ],
];

describe('the place of a gRPC stream is free again when its reader goes away', () => {
  let edge: TestEdge;
  let source: Source;
  let opened: number;
  beforeEach(async () => {
    opened = 0;
    edge = await startTestEdge(
      {
        streamProducts: () => {
          opened += 1;
          return source();
        },
        // biome-ignore lint/correctness/useYield: its answers never come.
        bulkCalculatePrice: async function* (requests): AsyncGenerator<PricingResponse> {
          opened += 1;
          for await (const _ of requests) await never;
        },
      },
      {
        limiter: createKeyLimiter({
          defaults: { ...defaultKeyLimits, streams },
          usage: { add: async () => new Map() },
          onRefused: () => undefined,
          now: () => new Date(),
        }),
      },
    );
  });
  afterEach(() => edge.close());

  /** One more stream than there are places, one after another. */
  const comeAndGo = async (open: () => { cancel(): void; on(event: 'error', listener: () => void): unknown }) => {
    for (let reader = 1; reader <= streams + 1; reader += 1) {
      await eventually(() => {
        const before = opened;
        const stream = open();
        stream.on('error', () => undefined);
        return eventually(() => opened > before, 200).then(() => {
          stream.cancel();
          return true;
        });
      });
    }
    source = async function* () {
      yield Product.fromPartial({ id: 'a' });
    };
    await eventually(async () => {
      const { error } = await drainOf(edge.catalog.streamProducts(request, headers(fullKey)));
      expect(error).toBeUndefined();
    });
  };

  it.each(sources)('that waited %s', async (_, given) => {
    source = given;
    await comeAndGo(() => edge.catalog.streamProducts(request, headers(fullKey)).pause());
  });

  it('that has asked nothing yet', () => comeAndGo(() => edge.pricing.bulkCalculatePrice(headers(fullKey))));

  it('that waits for an answer which never comes', () =>
    comeAndGo(() => {
      const stream = edge.pricing.bulkCalculatePrice(headers(fullKey));
      stream.write(CalculatePriceRequest.fromPartial({ offerId: 'ofr_1', quantity: 1 }));
      return stream;
    }));
});
