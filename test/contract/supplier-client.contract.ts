import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOutcome, callSupplier } from '../../actors/connector/suppliers/http.ts';
import type {
  DataPhase,
  Decoded,
  DecodedPage,
  SupplierClient,
  SupplierRequest,
  SupplierResponse,
  WantedPart,
} from '../../actors/connector/suppliers/supplier-client.ts';
import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { ObservationDraft } from '../../domain/ingestion/observation.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import type { PriceStatement } from '../../domain/offers/offer.ts';

/** A fault that the far side is made to have with the next answer, whatever its protocol. */
type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number; readonly count: number }
  | { readonly kind: 'throttle_burst' | 'throttle_daily'; readonly retryAfterSeconds?: number; readonly count: number }
  | { readonly kind: 'slow_drip'; readonly bytes: number; readonly everyMs: number; readonly count: number }
  | { readonly kind: 'html'; readonly status: number; readonly count: number }
  | { readonly kind: 'changed_types'; readonly what: 'numbers' | 'lists'; readonly count: number }
  | { readonly kind: 'empty'; readonly what: 'rows' | 'body'; readonly count: number }
  | { readonly kind: 'expired_token' | 'hang' | 'malformed' | 'truncated'; readonly count: number };

/** What a supplier's throttle answer lets a client know. */
export interface ThrottleTold {
  readonly window: 'burst' | 'daily' | 'unknown';
  /**
   * Whether it says how long to wait, or the wait follows from what it says, such as the end of a
   * month.
   */
  readonly tellsWait: boolean | 'indirectly';
}

/** A plug-in with the server that it speaks to. */
export interface SupplierUnderTest {
  readonly baseUrl: string;
  readonly client: SupplierClient;
  /** A client with a secret that the supplier does not accept. */
  readonly stranger: SupplierClient;
  /** Values that must not be seen outside of URL, headers and body. */
  readonly secrets: readonly string[];
  /** What to ask for in the phase `lookup`; empty for others. */
  readonly wanted: readonly WantedPart[];
  /** Rows that the server has served in a phase, and how many pages it is made of. */
  servedRows(phase: string): { readonly rows: number; readonly pages: number };
  fail(fault: Fault): void;
  readonly throttles: { readonly burst: ThrottleTold; readonly daily: ThrottleTold };
  /** Ends every session; undefined for suppliers without. */
  readonly expireSessions?: () => void;
  close(): Promise<void>;
}

/** When a request is made, and by chance what. */
const instant = { now: new Date('2026-03-01T12:00:00Z'), nonce: '00112233445566778899aabbccddeeff' };

/**
 * Holds any supplier plug-in to what `SupplierClient` promises, against a server that answers over
 * HTTP.
 */
export const supplierClientContract = (name: string, start: () => Promise<SupplierUnderTest>): void => {
  describe(`the supplier plug-in ${name}`, () => {
    let supplier: SupplierUnderTest;
    beforeAll(async () => {
      supplier = await start();
    });
    afterAll(() => supplier.close());

    const call = (request: SupplierRequest, timeoutMs = 10_000): Promise<CallOutcome> =>
      callSupplier(request, { baseUrl: supplier.baseUrl, fetch, timeoutMs, maxBodyBytes: 16_000_000 });

    const answerTo = async (request: SupplierRequest): Promise<SupplierResponse> => {
      const outcome = await call(request);
      if (outcome.kind === 'silent') throw new Error(`no answer: ${outcome.reason}`);
      return outcome.response;
    };

    const signIn = async (): Promise<string | undefined> => {
      const { client } = supplier;
      if (client.session === undefined) return undefined;
      const signedIn = client.session.read(
        await answerTo(client.session.request({ refreshToken: undefined, ...instant })),
      );
      if (signedIn.kind === 'malformed') throw new Error(signedIn.reason);
      expect(signedIn.lifetimeMs).toBeGreaterThan(0);
      return signedIn.token;
    };

    const batches = (): readonly (readonly WantedPart[])[] => {
      const size = supplier.client.lookup?.byNumber ?? 1;
      return Array.from({ length: Math.ceil(supplier.wanted.length / size) }, (_, at) =>
        supplier.wanted.slice(at * size, (at + 1) * size),
      );
    };

    /** Walks a phase for a batch of parts to its end, as the connector does. */
    const walk = async (phase: DataPhase, parts: readonly WantedPart[]): Promise<readonly DecodedPage[]> => {
      const sessionToken = await signIn();
      const pages: DecodedPage[] = [];
      let cursor: string | undefined;
      do {
        const response = await answerTo(supplier.client.request(phase, cursor, { sessionToken, parts, ...instant }));
        expect(supplier.client.classify(response)).toEqual({ kind: 'success' });
        const page = pageOf(supplier.client.decode(phase, cursor, response));
        pages.push(page);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return pages;
    };

    const firstRequest = async (
      among: (phase: DataPhase) => boolean = () => true,
    ): Promise<{ phase: DataPhase; request: SupplierRequest }> => {
      const phase = supplier.client.phases.find(among);
      if (phase === undefined) throw new Error('no phases');
      const sessionToken = await signIn();
      const parts = batches()[0] ?? [];
      return { phase, request: supplier.client.request(phase, undefined, { sessionToken, parts, ...instant }) };
    };

    /** What is decoded of an answer with the fault, and of the same answer without. */
    const decodedWith = async (fault: Fault): Promise<{ spoiled: Decoded; clean: DecodedPage }> => {
      const { phase, request } = await firstRequest((each) => each !== 'warehouses');
      const { client } = supplier;
      const clean = pageOf(client.decode(phase, undefined, await answerTo(request)));
      supplier.fail(fault);
      const response = await answerTo(request);
      expect(['success', 'malformed']).toContain(client.classify(response).kind);
      return { spoiled: client.decode(phase, undefined, response), clean };
    };

    const classOf = async (fault: Fault): Promise<AnswerClass> => {
      const { request } = await firstRequest();
      supplier.fail(fault);
      return supplier.client.classify(await answerTo(request));
    };

    it('walks every phase to its end: each served row is an observation or was skipped, each SKU in one page of bulk data', async () => {
      for (const phase of supplier.client.phases) {
        const walks = phase === 'lookup' ? batches() : [[]];
        const pages: DecodedPage[] = [];
        for (const parts of walks) pages.push(...(await walk(phase, parts)));
        const served = supplier.servedRows(phase);
        expect(pages.reduce((sum, page) => sum + rowsOf(page), 0)).toBe(served.rows);
        expect(served.rows).toBeGreaterThan(0);
        // One look-up may take several answers that speak of the same SKUs.
        const wholes = phase === 'lookup' ? pages.map((page) => [page]) : [pages];
        expect(wholes.flatMap(repeatedSkus)).toEqual([]);
        for (const { pageCount } of pages) expect(pageCount ?? served.pages).toBe(served.pages);
        expect(pages.flatMap(({ drafts }) => drafts.flatMap(faultsOf))).toEqual([]);
        expect(pages.flatMap(({ skipped }) => skipped)).toEqual([]);
      }
    });

    it('says the endpoint of every request, which has budgets that its cost fits into', async () => {
      const requests = [
        (await firstRequest()).request,
        supplier.client.session?.request({ refreshToken: undefined, ...instant }),
      ];
      for (const request of requests) {
        if (request === undefined) continue;
        const budgets = supplier.client.budgets[request.endpoint] ?? [];
        expect(budgets.length).toBeGreaterThan(0);
        for (const budget of budgets) expect(budget.burst).toBeGreaterThanOrEqual(request.cost);
        expect(request.cost).toBeGreaterThanOrEqual(1);
      }
    });

    it('shows no secret in the path for logs', async () => {
      const requests = [
        (await firstRequest()).request,
        supplier.client.session?.request({ refreshToken: undefined, ...instant }),
      ];
      for (const request of requests) {
        if (request === undefined) continue;
        expect(request.safePath).toMatch(/^\/[^?#]*$/);
        for (const secret of supplier.secrets) expect(request.safePath).not.toContain(secret);
      }
    });

    it('builds the same request from the same arguments', () => {
      const [phase] = supplier.client.phases;
      if (phase === undefined) throw new Error('no phases');
      const context = { sessionToken: 'token', parts: batches()[0] ?? [], ...instant };
      expect(supplier.client.request(phase, undefined, context)).toEqual(
        supplier.client.request(phase, undefined, context),
      );
    });

    it('calls too many requests a throttle, with the wait that the supplier asked for', async () => {
      expect(await classOf({ kind: 'status', status: 429, retryAfterSeconds: 7, count: 1 })).toMatchObject({
        kind: 'throttled',
        retryAfterMs: 7000,
      });
      expect(await classOf({ kind: 'status', status: 429, count: 1 })).toMatchObject({
        kind: 'throttled',
        retryAfterMs: undefined,
      });
    });

    it.each(['burst', 'daily'] as const)(
      'knows the %s throttle in the form the supplier gives it, and the wait if it tells one',
      async (window) => {
        const told = supplier.throttles[window];
        expect(await classOf({ kind: `throttle_${window}`, retryAfterSeconds: 7, count: 1 })).toEqual({
          kind: 'throttled',
          window: told.window,
          retryAfterMs: waitTold(told.tellsWait),
        });
      },
    );

    it.each([500, 502, 503])("calls status %i the supplier's own fault", async (status) => {
      expect(await classOf({ kind: 'status', status, retryAfterSeconds: 3, count: 1 })).toEqual({
        kind: 'upstream_fault',
        retryAfterMs: 3000,
      });
    });

    it('calls a refused request bad input', async () => {
      expect(await classOf({ kind: 'status', status: 422, count: 1 })).toMatchObject({ kind: 'bad_input' });
    });

    it('finds half of a document malformed', async () => {
      const { phase, request } = await firstRequest();
      supplier.fail({ kind: 'malformed', count: 1 });
      const response = await answerTo(request);
      expect(supplier.client.classify(response)).toEqual({ kind: 'success' });
      expect(supplier.client.decode(phase, undefined, response).kind).toBe('malformed');
    });

    it.each([
      { status: 403, kind: 'blocked' },
      { status: 503, kind: 'upstream_fault' },
    ])('calls a page for people with status $status $kind', async ({ status, kind }) => {
      expect(await classOf({ kind: 'html', status, count: 1 })).toMatchObject({ kind });
    });

    it.each<Fault>([
      { kind: 'html', status: 200, count: 1 },
      { kind: 'empty', what: 'body', count: 1 },
    ])('finds malformed what is no answer at all: %j', async (fault) => {
      expect((await decodedWith(fault)).spoiled.kind).toBe('malformed');
    });

    it.each<Fault>([
      { kind: 'truncated', count: 1 },
      { kind: 'changed_types', what: 'numbers', count: 1 },
      { kind: 'changed_types', what: 'lists', count: 1 },
    ])('invents nothing when the answer is spoiled: %j', async (fault) => {
      const { spoiled, clean } = await decodedWith(fault);
      const known = new Map(clean.drafts.map((draft) => [draft.supplierSku, draft]));
      expect(known.size).toBeGreaterThan(0);
      for (const draft of spoiled.kind === 'page' ? spoiled.drafts : []) {
        expect(known.get(draft.supplierSku)).toMatchObject(draft);
      }
    });

    it('reads an answer without rows as a page without observations', async () => {
      const { phase, request } = await firstRequest();
      supplier.fail({ kind: 'empty', what: 'rows', count: 1 });
      const response = await answerTo(request);
      expect(supplier.client.classify(response)).toEqual({ kind: 'success' });
      expect(pageOf(supplier.client.decode(phase, undefined, response))).toMatchObject({ drafts: [], skipped: [] });
    });

    it('asks for a new session when the supplier says that the token has run out', async () => {
      if (supplier.client.session === undefined) return;
      expect(await classOf({ kind: 'expired_token', count: 1 })).toEqual({
        kind: 'authentication',
        refused: 'session',
      });
    });

    it.each<Fault>([
      { kind: 'hang', count: 1 },
      { kind: 'slow_drip', bytes: 1, everyMs: 60, count: 1 },
    ])('is given up on after its time, and answers the next request: %j', async (fault) => {
      const { request } = await firstRequest();
      supplier.fail(fault);
      const outcome = await call(request, 100);
      expect(outcome).toMatchObject({ kind: 'silent', reason: 'timeout', means: { kind: 'upstream_fault' } });
      expect(supplier.client.classify(await answerTo(request))).toEqual({ kind: 'success' });
    });

    it('tells a refused credential from everything else', async () => {
      const { stranger } = supplier;
      const parts = batches()[0] ?? [];
      const [phase] = stranger.phases;
      if (phase === undefined) throw new Error('no phases');
      const request =
        stranger.session?.request({ refreshToken: undefined, ...instant }) ??
        stranger.request(phase, undefined, { sessionToken: undefined, parts, ...instant });
      expect(stranger.classify(await answerTo(request))).toEqual({ kind: 'authentication', refused: 'credential' });
    });

    it('tells a session that is gone from a refused credential, or needs none', async () => {
      const { client, expireSessions } = supplier;
      const { phase, request } = await firstRequest();
      const parts = batches()[0] ?? [];
      const ended = await signIn();
      expireSessions?.();
      for (const sessionToken of [ended, undefined, 'unknown']) {
        const asked = client.request(phase, undefined, { sessionToken, parts, ...instant });
        if (client.session === undefined) {
          expect(asked).toEqual(request);
        } else {
          expect(client.classify(await answerTo(asked))).toEqual({ kind: 'authentication', refused: 'session' });
        }
      }
    });

    it.each(['', 'null', '[]', '{}', '<html></html>', '{"items":null,"parts":{}}', '\u0000'])(
      'survives the answer %j in every phase',
      (body) => {
        const response = { status: 200, headers: {}, body, bodyBytes: body.length, durationMs: 1 };
        for (const phase of supplier.client.phases) {
          supplier.client.classify(response);
          expect(supplier.client.decode(phase, undefined, response).kind).toBe('malformed');
        }
        expect(supplier.client.session?.read(response).kind ?? 'malformed').toBe('malformed');
      },
    );
  });
};

const waitTold = (tells: ThrottleTold['tellsWait']): unknown => {
  if (tells === 'indirectly') return expect.any(Number);
  return tells ? 7000 : undefined;
};

const pageOf = (decoded: Decoded): DecodedPage => {
  if (decoded.kind === 'malformed') throw new Error(decoded.reason);
  return decoded;
};

const repeatedSkus = (pages: readonly DecodedPage[]): readonly string[] => {
  const skus = pages.flatMap(({ drafts }) => drafts.map(({ supplierSku }) => supplierSku));
  return skus.filter((sku, at) => skus.indexOf(sku) < at);
};

const rowsOf = ({ drafts, skipped, counts }: DecodedPage): number =>
  Math.max(drafts.length, counts.warehouses) + skipped.length;

const isWhole = (value: number | undefined, least: number): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= least);

const isGoodPrice = (price: PriceStatement | undefined): boolean => {
  if (price === undefined || price.kind === 'on_request') return true;
  const { breaks, currency, priceBase } = price.ladder;
  const ascends = breaks.every(({ quantity }, at) => quantity > (breaks[at - 1]?.quantity ?? 0));
  const costs = breaks.every((each) => each.price.greaterThan(0));
  return breaks.length > 0 && ascends && costs && isCurrencyCode(currency) && isWhole(priceBase, 1);
};

/** What is wrong with an observation; nothing when it is well-formed. */
const faultsOf = (draft: ObservationDraft): readonly string[] => {
  const checks: Readonly<Record<string, boolean>> = {
    sku: draft.supplierSku.trim() === draft.supplierSku && draft.supplierSku !== '',
    price: isGoodPrice(draft.price),
    minimum: isWhole(draft.minimumOrderQuantity, 1),
    multiple: isWhole(draft.orderMultiple, 1),
    'lead time': isWhole(draft.leadTimeDays, 0),
    stock: (draft.stock ?? []).every(({ warehouseRef, quantity }) => warehouseRef !== '' && isWhole(quantity, 0)),
    absence: [draft, draft.description ?? {}].every((part) =>
      Object.values(part).every((value) => value !== undefined),
    ),
  };
  return Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([check]) => `${draft.supplierSku}: ${check}`);
};
