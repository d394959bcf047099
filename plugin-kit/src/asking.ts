import { expect } from 'vitest';
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

/** A supplier that a plug-in is tested against, and how it is asked. */

/** A fault that the far side is made to have with the next answer, whatever its protocol. */
export type Fault =
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
export const instant = { now: new Date('2026-03-01T12:00:00Z'), nonce: '00112233445566778899aabbccddeeff' };

/** The page of an answer; throws where it cannot be read. */
export const pageOf = (decoded: Decoded): DecodedPage => {
  if (decoded.kind === 'malformed') throw new Error(decoded.reason);
  return decoded;
};

/** Asks the supplier once. */
export const call = (supplier: SupplierUnderTest, request: SupplierRequest, timeoutMs = 10_000): Promise<CallOutcome> =>
  callSupplier(request, { baseUrl: supplier.baseUrl, fetch, timeoutMs, maxBodyBytes: 16_000_000 });

/** The supplier's answer; rejects where there is none. */
export const answerTo = async (supplier: SupplierUnderTest, request: SupplierRequest): Promise<SupplierResponse> => {
  const outcome = await call(supplier, request);
  if (outcome.kind === 'silent') throw new Error(`no answer: ${outcome.reason}`);
  return outcome.response;
};

/** The token of a new session; undefined for suppliers without. */
export const signIn = async (supplier: SupplierUnderTest): Promise<string | undefined> => {
  const { client } = supplier;
  if (client.session === undefined) return undefined;
  const signedIn = client.session.read(
    await answerTo(supplier, client.session.request({ refreshToken: undefined, ...instant })),
  );
  if (signedIn.kind === 'malformed') throw new Error(signedIn.reason);
  expect(signedIn.lifetimeMs).toBeGreaterThan(0);
  return signedIn.token;
};

/** What is asked for in the phase `lookup`, page by page. */
export const batches = (supplier: SupplierUnderTest): readonly (readonly WantedPart[])[] => {
  const size = supplier.client.lookup?.byNumber ?? 1;
  return Array.from({ length: Math.ceil(supplier.wanted.length / size) }, (_, at) =>
    supplier.wanted.slice(at * size, (at + 1) * size),
  );
};

/** Walks a phase for a batch of parts to its end, as the connector does. */
export const walk = async (
  supplier: SupplierUnderTest,
  phase: DataPhase,
  parts: readonly WantedPart[],
): Promise<readonly DecodedPage[]> => {
  const sessionToken = await signIn(supplier);
  const pages: DecodedPage[] = [];
  let cursor: string | undefined;
  do {
    const response = await answerTo(
      supplier,
      supplier.client.request(phase, cursor, { sessionToken, parts, ...instant }),
    );
    expect(supplier.client.classify(response)).toEqual({ kind: 'success' });
    const page = pageOf(supplier.client.decode(phase, cursor, response));
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
};

/** The first request of a phase, and the phase. */
export const firstRequest = async (
  supplier: SupplierUnderTest,
  among: (phase: DataPhase) => boolean = () => true,
): Promise<{ phase: DataPhase; request: SupplierRequest }> => {
  const phase = supplier.client.phases.find(among);
  if (phase === undefined) throw new Error('no phases');
  const sessionToken = await signIn(supplier);
  const parts = batches(supplier)[0] ?? [];
  return { phase, request: supplier.client.request(phase, undefined, { sessionToken, parts, ...instant }) };
};

/** What is decoded of an answer with the fault, and of the same answer without. */
export const decodedWith = async (
  supplier: SupplierUnderTest,
  fault: Fault,
): Promise<{ spoiled: Decoded; clean: DecodedPage }> => {
  const { phase, request } = await firstRequest(supplier, (each) => each !== 'warehouses');
  const { client } = supplier;
  const clean = pageOf(client.decode(phase, undefined, await answerTo(supplier, request)));
  supplier.fail(fault);
  const response = await answerTo(supplier, request);
  expect(['success', 'malformed']).toContain(client.classify(response).kind);
  return { spoiled: client.decode(phase, undefined, response), clean };
};

/** What the client takes an answer with the fault for. */
export const classOf = async (supplier: SupplierUnderTest, fault: Fault): Promise<AnswerClass> => {
  const { request } = await firstRequest(supplier);
  supplier.fail(fault);
  return supplier.client.classify(await answerTo(supplier, request));
};
