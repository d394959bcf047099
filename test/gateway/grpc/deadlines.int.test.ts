import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  detailsOf,
  drainOf,
  headers,
  startTestEdge,
  type TestEdge,
} from './test-edge.ts';

let edge: TestEdge;
let contexts: RequestContext[];
let ended: number;

/** Works until it is told to stop. */
const untilAborted = (context: RequestContext): Promise<never> => {
  contexts.push(context);
  return new Promise((_resolve, reject) => {
    context.signal.addEventListener('abort', () => reject(new Error('statement cancelled')), { once: true });
  });
};

const useCases: Partial<UseCases> = {
  getProduct: (_request, context) => untilAborted(context),
  streamProducts: async function* (_request, context) {
    try {
      yield Product.fromPartial({ id: 'first' });
      await untilAborted(context);
    } finally {
      ended += 1;
    }
  },
};

beforeEach(async () => {
  contexts = [];
  ended = 0;
  // Long enough for a call to reach its work on a busy machine.
  edge = await startTestEdge(useCases, { defaultDeadlineMs: 1_000 });
});

afterEach(async () => {
  await edge.close();
});

const reasonKind = (): unknown => (contexts[0]?.signal.reason as { kind?: unknown } | undefined)?.kind;

const counted = async (method: string, code: string): Promise<boolean> =>
  (await edge.metrics.registry.metrics()).includes(`catalog_requests_total{method="${method}",code="${code}"`);

test('a unary call without a deadline ends with DEADLINE_EXCEEDED after the default, and the work is told', async () => {
  const { error } = await answerOf((done) => edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), done));
  expect(codeOf(error)).toBe('DEADLINE_EXCEEDED');
  expect(detailsOf(error)).toHaveProperty('ErrorInfo');
  expect(reasonKind()).toBe('deadline_exceeded');
});

test("the caller's deadline reaches the work as an abort", async () => {
  const { error } = await answerOf((done) =>
    edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), { deadline: Date.now() + 700 }, done),
  );
  expect(codeOf(error)).toBe('DEADLINE_EXCEEDED');
  await eventually(() => contexts[0]?.signal.aborted === true);
  expect(reasonKind()).toBe('deadline_exceeded');
});

test("the caller's longer deadline outranks the default", async () => {
  const startedAt = performance.now();
  const { error } = await answerOf((done) =>
    edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), { deadline: Date.now() + 1_500 }, done),
  );
  expect(codeOf(error)).toBe('DEADLINE_EXCEEDED');
  expect(performance.now() - startedAt).toBeGreaterThan(1_400);
});

test('a caller that hangs up aborts the work, and the call counts as CANCELLED', async () => {
  const call = edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), { deadline: Date.now() + 60_000 }, () => {});
  await eventually(() => contexts.length === 1);
  call.cancel();
  await eventually(() => contexts[0]?.signal.aborted === true);
  expect(reasonKind()).toBe('cancelled');
  await eventually(() => counted('GetProduct', 'CANCELLED'));
});

test('a reader that leaves a stream ends its source, whose clean-up runs', async () => {
  const stream = edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(catalogKey));
  const reading = drainOf(stream);
  await eventually(() => contexts.length === 1);
  stream.cancel();
  expect(codeOf((await reading).error)).toBe('CANCELLED');
  await eventually(() => ended === 1);
  await eventually(() => counted('StreamProducts', 'CANCELLED'));
});

test('a stream is not limited by the default deadline but by that of its caller', async () => {
  const deadline = Date.now() + 1_500;
  const stream = edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(catalogKey), {
    deadline,
  });
  const { items, error } = await drainOf(stream);
  expect(items).toHaveLength(1);
  expect(codeOf(error)).toBe('DEADLINE_EXCEEDED');
  expect(Date.now()).toBeGreaterThan(deadline - 100);
  await eventually(() => ended === 1);
});
