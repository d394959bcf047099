import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOpenAiModel,
  type LanguageModelSettings,
} from '../../../actors/enrichment/language-model/open-ai-model.ts';
import type { ModelQuestion, ModelReading } from '../../../domain/enrichment/characteristic-ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createTokenBudget } from '../../../storage/jobs/token-budget-store.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { type ModelServer, modelError, modelUsage, startModelServer } from '../../support/model-server.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const apiKey = 'sk-very-secret-key-0123456789';

const question: ModelQuestion = {
  productId: 'prd_1',
  manufacturer: 'Acme',
  mpn: 'X-1',
  texts: ['Ferrite, 600 R at 100 MHz, rated half an ampere'],
  wanted: defaultProfile.characteristics.filter(({ name }) => name === 'current_rating'),
  profile: defaultProfile,
  digest: 'd',
};

describe('a language model', () => {
  let server: ModelServer;
  let database: TestDatabase;
  beforeAll(async () => {
    [server, database] = await Promise.all([startModelServer(), testDatabase()]);
  });
  afterAll(async () => {
    await Promise.all([server.close(), database.close()]);
  });
  beforeEach(async () => {
    await database.pool.sql`delete from language_model_budget`;
  });

  const modelWith = (changes: Partial<LanguageModelSettings> = {}) => {
    const metrics = createMetrics('test');
    const lines: string[] = [];
    const log = createLogger({ service: 'test', level: 'debug', stream: { write: (line) => void lines.push(line) } });
    const model = createOpenAiModel(
      { baseUrl: server.url, model: 'small', apiKey, dailyTokens: 100_000, timeoutMs: 5_000, ...changes },
      {
        budget: createTokenBudget(database.pool.sql),
        metrics: metrics.languageModel,
        log,
        now: () => new Date(),
        fetch,
      },
    );
    return { model, metrics, lines };
  };
  const read = (changes?: Parameters<typeof modelWith>[0]): Promise<ModelReading> =>
    modelWith(changes).model.read(question, new AbortController().signal);
  const spent = async (): Promise<number> => {
    const [row] = await database.pool.sql<{ tokens: number }[]>`select tokens::int from language_model_budget`;
    return row?.tokens ?? 0;
  };

  it('is asked by the one prompt, with the key, and its values come with their quotes', async () => {
    server.answer(
      '```json\n{"characteristics": [{"name": "current_rating", "value": "0.5 A", "quote": "half an ampere"}]}\n```',
    );
    const { model, metrics } = modelWith();
    expect(await model.read(question, new AbortController().signal)).toEqual({
      kind: 'answered',
      model: 'small',
      values: [{ name: 'current_rating', text: '0.5 A', quote: 'half an ampere' }],
    });
    const request = server.requests.at(-1);
    expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${apiKey}` });
    expect(request?.body.model).toBe('small');
    expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.parse(request?.body.messages[1]?.content ?? '')).toEqual({
      product: { manufacturer: 'Acme', part_number: 'X-1' },
      wanted: [{ name: 'current_rating', unit: 'A' }],
      texts: question.texts,
    });
    const provider = new URL(server.url).host;
    expect((await metrics.languageModel.calls.get()).values).toMatchObject([
      { value: 1, labels: { provider, model: 'small', intent: 'characteristics' } },
    ]);
    expect((await metrics.languageModel.tokens.get()).values).toMatchObject([
      { value: modelUsage.prompt_tokens, labels: { provider, direction: 'input' } },
      { value: modelUsage.completion_tokens, labels: { provider, direction: 'output' } },
    ]);
    expect(await spent()).toBe(modelUsage.total_tokens);
  });

  it('that asks for no key is sent none', async () => {
    server.answer('{"characteristics": []}');
    expect(await read({ apiKey: undefined, baseUrl: `${server.url}/` })).toMatchObject({ kind: 'answered' });
    expect(server.requests.at(-1)).toMatchObject({ path: '/v1/chat/completions', authorization: undefined });
  });

  it('that does not say what its answer has cost is believed, and counted by the estimate', async () => {
    for (const usage of [null, 'much', { prompt_tokens: 1 }, { prompt_tokens: 1, completion_tokens: -5 }]) {
      const choices = [{ message: { content: '{"characteristics": []}' } }];
      server.answer((response) => void response.end(JSON.stringify({ choices, usage })));
      const before = await spent();
      expect(await read()).toMatchObject({ kind: 'answered', values: [] });
      expect(await spent()).toBeGreaterThan(before + 1_000);
    }
  });

  it('that refuses, is down or sends nonsense is a fault of that kind, and no call is made twice', async () => {
    for (const [how, fault] of [
      [modelError(401, `Incorrect API key provided: ${apiKey}`), 'refused'],
      [modelError(429, 'slow down'), 'refused'],
      [modelError(500, 'oh no'), 'unavailable'],
      ['I would rather talk about something else', 'malformed'],
      ['{"characteristics": [{"name": 5}]}', 'malformed'],
      ['{"characteristics": "none"}', 'malformed'],
    ] as const) {
      server.answer(how);
      const before = server.requests.length;
      expect(await read()).toEqual({ kind: 'fault', fault });
      expect(server.requests.length).toBe(before + 1);
    }
    server.answer((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": '));
    expect(await read()).toEqual({ kind: 'fault', fault: 'malformed' });
    server.answer((response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": []}'));
    expect(await read()).toEqual({ kind: 'fault', fault: 'malformed' });
    for (const body of ['null', '[]', '{"choices": [null]}', '{"choices": [{"message": {"content": null}}]}', '']) {
      server.answer((response) => void response.end(body));
      expect(await read()).toEqual({ kind: 'fault', fault: 'malformed' });
    }
    server.answer((response) => void response.destroy());
    expect(await read()).toEqual({ kind: 'fault', fault: 'unavailable' });
    expect(await read({ baseUrl: 'http://127.0.0.1:1/v1' })).toEqual({ kind: 'fault', fault: 'unavailable' });
  });

  it('that hangs before or within its answer is a time-out', async () => {
    server.answer(() => undefined);
    expect(await read({ timeoutMs: 200 })).toEqual({ kind: 'fault', fault: 'timeout' });
    server.answer(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices"'),
    );
    expect(await read({ timeoutMs: 200 })).toEqual({ kind: 'fault', fault: 'timeout' });
  });

  it('whose answer is huge is not read to its end', async () => {
    server.answer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = 'x'.repeat(65_536);
      const send = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', send);
      };
      send();
    });
    expect(await read()).toEqual({ kind: 'fault', fault: 'malformed' });
  });

  it('is not followed elsewhere with the key', async () => {
    server.answer((response) => response.writeHead(307, { location: 'http://127.0.0.1:1/v1/chat/completions' }).end());
    expect(await read()).toMatchObject({ kind: 'fault' });
  });

  it('is not asked beyond the budget of the day, whoever spends it', async () => {
    server.answer('{"characteristics": []}');
    const before = server.requests.length;
    const readings = await Promise.all(Array.from({ length: 20 }, () => read({ dailyTokens: 7_500 })));
    const answered = readings.filter(({ kind }) => kind === 'answered').length;
    expect(answered).toBeGreaterThan(0);
    expect(readings.filter(({ kind }) => kind === 'over_budget').length).toBe(20 - answered);
    expect(server.requests.length).toBe(before + answered);
    expect(await spent()).toBe(answered * modelUsage.total_tokens);
  });

  it('costs nothing when it refuses, and all that was set aside when nobody knows', async () => {
    server.answer(modelError(429, 'slow down'));
    await read();
    expect(await spent()).toBe(0);
    server.answer(() => undefined);
    await read({ timeoutMs: 100 });
    expect(await spent()).toBeGreaterThan(1_000);
  });

  it('is let go of when the job ends, and never names its key or what its provider wrote', async () => {
    const { model, lines } = modelWith();
    server.answer(modelError(401, `Incorrect API key provided: ${apiKey}`));
    await model.read(question, new AbortController().signal);
    expect(lines.join()).toContain('refused');
    expect(lines.join()).not.toContain('sk-very');
    expect(lines.join()).not.toContain('Incorrect');
    server.answer(() => undefined);
    const abort = new AbortController();
    const reading = model.read(question, abort.signal);
    abort.abort(new Error('the job ends'));
    await expect(reading).rejects.toThrow('the job ends');
  });
});
