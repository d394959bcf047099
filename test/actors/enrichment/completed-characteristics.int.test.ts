import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '../../../actors/enrichment/language-model/open-ai-model.ts';
import type { LanguageModel } from '../../../domain/enrichment/characteristic-ports.ts';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { createTokenBudget } from '../../../storage/jobs/token-budget-store.ts';
import { describeOffer } from '../../support/described-offers.ts';
import { callOf, type EnrichmentWorld, enrichmentWorld } from '../../support/enrichment-world.ts';
import { resistorId } from '../../support/market.ts';
import { type ModelServer, modelError, startModelServer } from '../../support/model-server.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

/** An answer that gives values with their quotes. */
const says = (...values: readonly (readonly [name: string, value: string, quote: string])[]): string =>
  JSON.stringify({ characteristics: values.map(([name, value, quote]) => ({ name, value, quote })) });

describe('a refresh of characteristics with a language model', () => {
  let world: EnrichmentWorld;
  let server: ModelServer;
  let dailyTokens: number;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    server = await startModelServer();
    const model: LanguageModel = {
      read: (question, signal) =>
        createOpenAiModel(
          { baseUrl: server.url, model: 'small', apiKey: undefined, dailyTokens, timeoutMs: 6_000 },
          {
            budget: createTokenBudget(world.database.pool.sql),
            fetch,
            metrics: world.metrics.languageModel,
            log: recordingLogger(),
            now: () => new Date(),
          },
        ).read(question, signal),
    };
    world = await enrichmentWorld(model);
    stop = world.work();
  });
  beforeEach(() => {
    dailyTokens = 1_000_000;
  });
  afterAll(async () => {
    await stop();
    await Promise.all([world.close(), server.close()]);
  });

  const refresh = async (productId: string): Promise<EnrichmentJob | undefined> => {
    const request = { type: 'refresh_characteristics', target: { product_id: productId }, priority: 'high' };
    const { id } = await world.useCases.requestEnrichment(request, callOf('acme'));
    let last: EnrichmentJob | undefined;
    for await (const job of world.useCases.watchJob({ jobId: id }, callOf('acme'))) last = job;
    return last;
  };
  const characteristics = async (id: string) => {
    const [row] = await world.database.pool.sql<{ characteristics: Record<string, string> }[]>`
      select characteristics from product where id = ${id}`;
    return row?.characteristics;
  };

  it('takes what is quoted from the texts and fits the profile, and nothing else', async () => {
    const productId = resistorId(20);
    const text = 'RES 10K OHM 1%, rated for a quarter of a watt, in the usual small case';
    await describeOffer(world.database.pool.sql, 'L20', { productId, description: { text } });
    server.answer(
      says(
        ['power_rating', '0.25 W', 'a quarter of a watt'],
        ['voltage_rating', '50 kΩ', 'in the usual small case'],
        ['package', '0805', '0805'],
        ['resistance', '22 kΩ', '10K OHM'],
        ['colour', 'red', 'RES'],
        ['height', '1 mm', 'small case'],
        ['height', '2 mm', 'small case'],
      ),
    );
    expect(await refresh(productId)).toMatchObject({
      status: 'completed',
      languageModel: 'asked',
      counts: { added: 3, completed: 1 },
    });
    expect(await characteristics(productId)).toEqual({
      resistance: '10 kΩ',
      tolerance: '±1%',
      power_rating: '0.25 W',
    });
  });

  /** Has the model read a power rating out of the text of a product's offer. */
  const completePower = async (productId: string, sku: string): Promise<void> => {
    const text = 'RES 10K OHM 1%, rated for a quarter of a watt';
    await describeOffer(world.database.pool.sql, sku, { productId, description: { text } });
    server.answer(says(['power_rating', '0.25 W', 'a quarter of a watt']));
    expect(await refresh(productId)).toMatchObject({ languageModel: 'asked', counts: { completed: 1 } });
  };

  it('does not ask the same again, and keeps what was answered', async () => {
    const productId = resistorId(22);
    await completePower(productId, 'L22');
    const before = server.requests.length;
    expect(await refresh(productId)).toMatchObject({ languageModel: 'nothing_to_ask', counts: { added: 0 } });
    expect(server.requests.length).toBe(before);
    expect(await characteristics(productId)).toMatchObject({ power_rating: '0.25 W' });
  });

  it("never prefers the model's value to a supplier's that comes later", async () => {
    const productId = resistorId(23);
    await completePower(productId, 'L23');
    await describeOffer(world.database.pool.sql, 'L23B', {
      productId,
      description: { attributes: { 'Power (Watts)': '0.1W' } },
    });
    server.answer(says());
    const job = await refresh(productId);
    expect(job?.characteristicChanges.find(({ name }) => name === 'power_rating')).toMatchObject({
      change: 'changed',
      before: '0.25 W',
      served: { value: '0.1W', source: 'supplier' },
      contradicting: [{ value: '0.25 W', source: 'language_model', model: 'small' }],
    });
  });

  it("sends nothing that only a customer's own credential sees", async () => {
    const productId = resistorId(21);
    const { sql } = world.database.pool;
    await describeOffer(sql, 'L21A', { productId, description: { text: 'RES public words' } });
    await describeOffer(sql, 'L21B', {
      productId,
      description: { text: 'RES private words' },
      credentialId: 'crd_acme',
    });
    server.answer(says());
    await refresh(productId);
    const sent = JSON.stringify(server.requests.at(-1));
    expect(sent).toContain('public words');
    expect(sent).not.toContain('private words');
  });

  it.each([
    ['refused', modelError(429, 'slow down')],
    ['unavailable', modelError(500, 'oh no')],
    ['timeout', () => undefined],
    ['malformed', 'no JSON at all'],
  ] as const)('completes with what the rules have read when the model is %s, and says so', async (use, how) => {
    const productId = resistorId(30 + ['refused', 'unavailable', 'timeout', 'malformed'].indexOf(use));
    await describeOffer(world.database.pool.sql, `L${use}`, { productId, description: { text: 'RES 33K OHM 5%' } });
    server.answer(how);
    expect(await refresh(productId)).toMatchObject({
      status: 'completed',
      languageModel: use,
      counts: { added: 2, completed: 0 },
    });
    expect(await characteristics(productId)).toEqual({ resistance: '33 kΩ', tolerance: '±5%' });
    server.answer(says());
    expect(await refresh(productId)).toMatchObject({ languageModel: 'asked' });
  });

  it('does not ask beyond the budget, and says so', async () => {
    const productId = resistorId(40);
    await describeOffer(world.database.pool.sql, 'L40', { productId, description: { text: 'RES 33K OHM 5%' } });
    dailyTokens = 1;
    const before = server.requests.length;
    expect(await refresh(productId)).toMatchObject({ status: 'completed', languageModel: 'over_budget' });
    expect(server.requests.length).toBe(before);
  });
});
