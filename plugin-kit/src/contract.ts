import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../actors/connector/suppliers/draft-faults.ts';
import type { DataPhase, DecodedPage } from '../../actors/connector/suppliers/supplier-client.ts';
import {
  answerTo,
  batches,
  call,
  classOf,
  decodedWith,
  type Fault,
  firstRequest,
  instant,
  pageOf,
  type SupplierUnderTest,
  signIn,
  type ThrottleTold,
  walk,
} from './asking.ts';

/** The supplier, once it is started. */
type Of = () => SupplierUnderTest;

const waitTold = (tells: ThrottleTold['tellsWait']): unknown => {
  if (tells === 'indirectly') return expect.any(Number);
  return tells ? 7000 : undefined;
};

const repeatedSkus = (pages: readonly DecodedPage[]): readonly string[] => {
  const skus = pages.flatMap(({ drafts }) => drafts.map(({ supplierSku }) => supplierSku));
  return skus.filter((sku, at) => skus.indexOf(sku) < at);
};

const rowsOf = ({ drafts, skipped, counts }: DecodedPage): number =>
  Math.max(drafts.length, counts.warehouses) + skipped.length;

/** That it reads everything that is served, by a server that has served nobody else. */
const walksToTheEnd = (_: Of, start: () => Promise<SupplierUnderTest>): void => {
  it('walks every phase to its end: each served row is an observation or was skipped, each SKU in one page of bulk data', async () => {
    const supplier = await start();
    try {
      for (const phase of supplier.client.phases) await walkPhase(supplier, phase);
    } finally {
      await supplier.close();
    }
  });
};

const walkPhase = async (supplier: SupplierUnderTest, phase: DataPhase): Promise<void> => {
  const walks = phase === 'lookup' ? batches(supplier) : [[]];
  const pages: DecodedPage[] = [];
  for (const parts of walks) pages.push(...(await walk(supplier, phase, parts)));
  const served = supplier.servedRows(phase);
  expect(pages.reduce((sum, page) => sum + rowsOf(page), 0)).toBe(served.rows);
  expect(served.rows).toBeGreaterThan(0);
  // One look-up may take several answers that speak of the same SKUs.
  const wholes = phase === 'lookup' ? pages.map((page) => [page]) : [pages];
  expect(wholes.flatMap(repeatedSkus)).toEqual([]);
  for (const { pageCount } of pages) expect(pageCount ?? served.pages).toBe(served.pages);
  const faulty = pages.flatMap(({ drafts }) =>
    drafts.flatMap((draft) => faultsOf(draft).map((fault) => `${draft.supplierSku}: ${fault}`)),
  );
  expect(faulty).toEqual([]);
  expect(pages.flatMap(({ skipped }) => skipped)).toEqual([]);
};

/** What it asks. */
const asks = (of: Of): void => {
  it('says the endpoint of every request, which has budgets that its cost fits into', async () => {
    const requests = [
      (await firstRequest(of())).request,
      of().client.session?.request({ refreshToken: undefined, ...instant }),
    ];
    for (const request of requests) {
      if (request === undefined) continue;
      const budgets = of().client.budgets[request.endpoint] ?? [];
      expect(budgets.length).toBeGreaterThan(0);
      for (const budget of budgets) expect(budget.burst).toBeGreaterThanOrEqual(request.cost);
      expect(request.cost).toBeGreaterThanOrEqual(1);
    }
  });

  it('shows no secret in the path for logs', async () => {
    const requests = [
      (await firstRequest(of())).request,
      of().client.session?.request({ refreshToken: undefined, ...instant }),
    ];
    for (const request of requests) {
      if (request === undefined) continue;
      expect(request.safePath).toMatch(/^\/[^?#]*$/);
      for (const secret of of().secrets) expect(request.safePath).not.toContain(secret);
    }
  });

  it('builds the same request from the same arguments', () => {
    const [phase] = of().client.phases;
    if (phase === undefined) throw new Error('no phases');
    const context = { sessionToken: 'token', parts: batches(of())[0] ?? [], ...instant };
    expect(of().client.request(phase, undefined, context)).toEqual(of().client.request(phase, undefined, context));
  });
};

/** What refusals and throttles mean. */
const classifiesAnswers = (of: Of): void => {
  it('calls too many requests a throttle, with the wait that the supplier asked for', async () => {
    expect(await classOf(of(), { kind: 'status', status: 429, retryAfterSeconds: 7, count: 1 })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 7000,
    });
    expect(await classOf(of(), { kind: 'status', status: 429, count: 1 })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: undefined,
    });
  });

  it.each(['burst', 'daily'] as const)(
    'knows the %s throttle in the form the supplier gives it, and the wait if it tells one',
    async (window) => {
      const told = of().throttles[window];
      expect(await classOf(of(), { kind: `throttle_${window}`, retryAfterSeconds: 7, count: 1 })).toEqual({
        kind: 'throttled',
        window: told.window,
        retryAfterMs: waitTold(told.tellsWait),
      });
    },
  );

  it.each([500, 502, 503])("calls status %i the supplier's own fault", async (status) => {
    expect(await classOf(of(), { kind: 'status', status, retryAfterSeconds: 3, count: 1 })).toEqual({
      kind: 'upstream_fault',
      retryAfterMs: 3000,
    });
  });

  it('calls a refused request bad input', async () => {
    expect(await classOf(of(), { kind: 'status', status: 422, count: 1 })).toMatchObject({ kind: 'bad_input' });
  });
};

/** What is made of answers that cannot be read, or not wholly. */
const readsSpoiledAnswers = (of: Of): void => {
  it('finds half of a document malformed', async () => {
    const { phase, request } = await firstRequest(of());
    of().fail({ kind: 'malformed', count: 1 });
    const response = await answerTo(of(), request);
    expect(of().client.classify(response)).toEqual({ kind: 'success' });
    expect(of().client.decode(phase, undefined, response).kind).toBe('malformed');
  });

  it.each([
    { status: 403, kind: 'blocked' },
    { status: 503, kind: 'upstream_fault' },
  ])('calls a page for people with status $status $kind', async ({ status, kind }) => {
    expect(await classOf(of(), { kind: 'html', status, count: 1 })).toMatchObject({ kind });
  });

  it.each<Fault>([
    { kind: 'html', status: 200, count: 1 },
    { kind: 'empty', what: 'body', count: 1 },
  ])('finds malformed what is no answer at all: %j', async (fault) => {
    expect((await decodedWith(of(), fault)).spoiled.kind).toBe('malformed');
  });

  it.each<Fault>([
    { kind: 'truncated', count: 1 },
    { kind: 'changed_types', what: 'numbers', count: 1 },
    { kind: 'changed_types', what: 'lists', count: 1 },
  ])('invents nothing when the answer is spoiled: %j', async (fault) => {
    const { spoiled, clean } = await decodedWith(of(), fault);
    const known = new Map(clean.drafts.map((draft) => [draft.supplierSku, draft]));
    expect(known.size).toBeGreaterThan(0);
    for (const draft of spoiled.kind === 'page' ? spoiled.drafts : []) {
      expect(known.get(draft.supplierSku)).toMatchObject(draft);
    }
  });
};

/** What it makes of nothing. */
const readsEmptyAnswers = (of: Of): void => {
  it('reads an answer without rows as a page without observations', async () => {
    const { phase, request } = await firstRequest(of());
    of().fail({ kind: 'empty', what: 'rows', count: 1 });
    const response = await answerTo(of(), request);
    expect(of().client.classify(response)).toEqual({ kind: 'success' });
    expect(pageOf(of().client.decode(phase, undefined, response))).toMatchObject({ drafts: [], skipped: [] });
  });

  it.each(['', 'null', '[]', '{}', '<html></html>', '{"items":null,"parts":{}}', '\u0000'])(
    'survives the answer %j in every phase',
    (body) => {
      const response = { status: 200, headers: {}, body, bodyBytes: body.length, durationMs: 1 };
      for (const phase of of().client.phases) {
        of().client.classify(response);
        expect(of().client.decode(phase, undefined, response).kind).toBe('malformed');
      }
      expect(of().client.session?.read(response).kind ?? 'malformed').toBe('malformed');
    },
  );
};

/** Silence, and credentials. */
const tellsWhoIsAtFault = (of: Of): void => {
  it('asks for a new session when the supplier says that the token has run out', async () => {
    if (of().client.session === undefined) return;
    expect(await classOf(of(), { kind: 'expired_token', count: 1 })).toEqual({
      kind: 'authentication',
      refused: 'session',
    });
  });

  it.each<Fault>([
    { kind: 'hang', count: 1 },
    { kind: 'slow_drip', bytes: 1, everyMs: 60, count: 1 },
  ])('is given up on after its time, and answers the next request: %j', async (fault) => {
    const { request } = await firstRequest(of());
    of().fail(fault);
    const outcome = await call(of(), request, 100);
    expect(outcome).toMatchObject({ kind: 'silent', reason: 'timeout', means: { kind: 'upstream_fault' } });
    expect(of().client.classify(await answerTo(of(), request))).toEqual({ kind: 'success' });
  });

  it('tells a refused credential from everything else', async () => {
    const { stranger } = of();
    const parts = batches(of())[0] ?? [];
    const [phase] = stranger.phases;
    if (phase === undefined) throw new Error('no phases');
    const request =
      stranger.session?.request({ refreshToken: undefined, ...instant }) ??
      stranger.request(phase, undefined, { sessionToken: undefined, parts, ...instant });
    expect(stranger.classify(await answerTo(of(), request))).toEqual({ kind: 'authentication', refused: 'credential' });
  });
};

/** Sessions. */
const signsIn = (of: Of): void => {
  it('tells a session that is gone from a refused credential, or needs none', async () => {
    const { client, expireSessions } = of();
    const { phase, request } = await firstRequest(of());
    const parts = batches(of())[0] ?? [];
    const ended = await signIn(of());
    expireSessions?.();
    for (const sessionToken of [ended, undefined, 'unknown']) {
      const asked = client.request(phase, undefined, { sessionToken, parts, ...instant });
      if (client.session === undefined) {
        expect(asked).toEqual(request);
      } else {
        expect(client.classify(await answerTo(of(), asked))).toEqual({ kind: 'authentication', refused: 'session' });
      }
    }
  });
};

const guarantees = [
  walksToTheEnd,
  asks,
  classifiesAnswers,
  readsSpoiledAnswers,
  readsEmptyAnswers,
  tellsWhoIsAtFault,
  signsIn,
];

/**
 * Holds any supplier plug-in to what `SupplierClient` promises, against a server that answers over
 * HTTP. Each call of `start` gives a server that has served nobody yet.
 */
export const supplierClientContract = (name: string, start: () => Promise<SupplierUnderTest>): void => {
  describe(`the supplier plug-in ${name}`, () => {
    let supplier: SupplierUnderTest;
    beforeAll(async () => {
      supplier = await start();
    });
    afterAll(() => supplier.close());
    for (const hold of guarantees) hold(() => supplier, start);
  });
};
