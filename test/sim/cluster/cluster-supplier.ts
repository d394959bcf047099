import type { SupplierClient } from '../../../actors/connector/suppliers/supplier-client.ts';
import { amount } from '../../../domain/money.ts';
import type { Simulation } from '../simulation.ts';
import { deliverTo, type VirtualFetch, type VirtualProcess } from './virtual-process.ts';

/**
 * The supplier of a simulated cluster: each of its answers states a price that it has never stated
 * before.
 */

/** How the supplier behaves at present; each answer is drawn from it. */
export type Weather = 'fair' | 'throttling' | 'failing' | 'hanging';

/**
 * A credential of the supplier: one that reads in bulk with sessions, or one that looks parts up.
 */
export type Account = 'bulk' | 'lookups';

/** A request under way. */
export interface SuppliersCall {
  readonly account: Account;
  readonly phase: string;
  readonly process: VirtualProcess;
  /** How often its process had been stopped when it began. */
  readonly stopsBefore: number;
}

/** Told of every request. */
export interface SupplierWitness {
  callBegins(call: SuppliersCall): void;
  callEnds(call: SuppliersCall): void;
  /** An answer is no success, or will not come. */
  failed(process: VirtualProcess): void;
  /** The supplier states a price for the first and only time. */
  stated(statement: number, sku: string): void;
}

/** What the supplier sells: one page a product in bulk, all of them by look-up. */
export const skus = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

const skusOfPage = 2;

const sessionMs = 30_000;

const base = { headers: {}, body: undefined, safePath: '/', endpoint: 'data', cost: 1, method: 'GET' } as const;

interface Row {
  readonly sku: string;
  readonly price: number;
}

/** The plug-in of an account. */
export const clientOfAccount = (account: Account): SupplierClient => ({
  phases: account === 'bulk' ? ['catalogue', 'prices'] : ['lookup'],
  budgets: { data: [{ rate: 1_000, periodMs: 1_000, burst: 1_000 }] },
  pageSize: skusOfPage,
  lookup: account === 'bulk' ? undefined : { byNumber: 2, bySku: 2 },
  session:
    account === 'bulk'
      ? {
          request: () => ({ ...base, url: 'http://supplier/bulk/session?token=' }),
          read: ({ body }) => ({ kind: 'session', token: body, lifetimeMs: sessionMs }),
        }
      : undefined,
  request: (phase, cursor, { parts, sessionToken = '' }) => ({
    ...base,
    url: `http://supplier/${account}/${phase}?page=${cursor ?? 1}&parts=${parts.map(({ mpn }) => mpn)}&token=${sessionToken}`,
  }),
  classify: ({ status }) => {
    if (status === 200) return { kind: 'success' };
    if (status === 401) return { kind: 'authentication', refused: 'session' };
    return status === 429
      ? { kind: 'throttled', window: 'burst', retryAfterMs: undefined }
      : { kind: 'upstream_fault', retryAfterMs: undefined };
  },
  decode: (phase, cursor, { body }) => {
    const rows: readonly Row[] = JSON.parse(body);
    const page = Number(cursor ?? 1);
    return {
      kind: 'page',
      drafts: rows.map(({ sku, price }) => ({
        supplierSku: sku,
        price: {
          kind: 'ladder',
          ladder: { currency: 'EUR', priceBase: undefined, breaks: [{ quantity: 1, price: amount(String(price)) }] },
        },
      })),
      skipped: [],
      counts: { items: rows.length, prices: rows.length, stocks: 0, warehouses: 0 },
      nextCursor: phase === 'lookup' || page * skusOfPage >= skus.length ? undefined : String(page + 1),
      pageCount: undefined,
    };
  },
});

const rowsAskedFor = (phase: string, query: URLSearchParams): readonly string[] => {
  if (phase === 'lookup') return (query.get('parts') ?? '').split(',');
  const from = (Number(query.get('page')) - 1) * skusOfPage;
  return skus.slice(from, from + skusOfPage);
};

/** Makes the supplier as processes reach it. */
export const createSupplier = (sim: Simulation, weather: () => Weather, witness: SupplierWitness): VirtualFetch => {
  let statements = 0;
  const tokens = new Map<string, number>();

  const bodyOf = (phase: string, query: URLSearchParams): string => {
    if (phase === 'session') {
      const token = `token ${tokens.size}`;
      tokens.set(token, sim.now() + sessionMs);
      return token;
    }
    const rows = rowsAskedFor(phase, query).map((sku): Row => {
      statements += 1;
      witness.stated(statements, sku);
      return { sku, price: statements };
    });
    return JSON.stringify(rows);
  };
  /** Undefined: no answer at all. */
  const answerTo = (account: string, phase: string, query: URLSearchParams): Response | undefined => {
    const now = weather();
    if (now === 'hanging') return undefined;
    if (now === 'throttling' && sim.chance(0.7)) return new Response('', { status: 429 });
    if (now === 'failing' && sim.chance(0.5)) return new Response('', { status: 503 });
    const isSignedIn = (tokens.get(query.get('token') ?? '') ?? 0) > sim.now();
    if (account === 'bulk' && phase !== 'session' && !isSignedIn) return new Response('', { status: 401 });
    return new Response(bodyOf(phase, query));
  };

  return (process, url, { signal }) => {
    const { pathname, searchParams } = new URL(url);
    const [, account, phase = ''] = pathname.split('/');
    const call = { account: account as Account, phase, process, stopsBefore: process.stops };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    let isOver = false;
    const end = (): void => {
      if (!isOver) witness.callEnds(call);
      isOver = true;
    };
    witness.callBegins(call);
    signal?.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    sim.after(sim.between(10, 1_000), () => {
      const answer = answerTo(call.account, phase, searchParams);
      if (answer?.status !== 200) witness.failed(process);
      // A supplier that hangs goes on doing so after the caller has given up.
      sim.after(sim.between(10, 1_000), () => {
        if (answer === undefined) return;
        end();
        deliverTo(sim, process, 0, () => resolve(answer));
      });
    });
    return promise;
  };
};
