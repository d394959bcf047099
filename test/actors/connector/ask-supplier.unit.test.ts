import { describe, expect, it, test } from 'vitest';
import { type AskDependencies, askSupplier } from '../../../actors/connector/ask-supplier.ts';
import { SupplierRefusal } from '../../../actors/connector/refusal.ts';
import { sessionActor } from '../../../actors/connector/session.ts';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { leaseFor } from '../../support/leases.ts';
import { credential, noon } from '../../support/offers.ts';
import { createHarness } from '../runtime/harness.ts';

const sessionRefused: AnswerClass = { kind: 'authentication', refused: 'session' };

/**
 * Asks with sessions `token 1`, `token 2` and so on, of which the supplier takes only those named,
 * or without any; and keeps what the credential's health is told.
 */
const ask = async (taken: readonly string[], isSignedIn = true, drafts: readonly ObservationDraft[] = []) => {
  const { system } = createHarness({ now: () => noon });
  const told: AnswerClass[] = [];
  let signIns = 0;
  let calls = 0;
  const open = async () => {
    signIns += 1;
    const expiresAt = new Date(noon.getTime() + 3_600_000);
    return { token: `token ${signIns}`, expiresAt, refreshToken: undefined };
  };
  const session = system.spawn('session', sessionActor({ load: async () => undefined, open }));
  const deps: AskDependencies = {
    credential: credential({ id: 'crd_1' }),
    now: () => noon,
    newNonce: () => 'nonce',
    metrics: createMetrics('test'),
    session: isSignedIn ? session : undefined,
    budget: {
      take: async () => undefined,
      refund: () => undefined,
      recordAnswer: () => undefined,
      override: () => undefined,
    },
    client: {
      phases: ['prices'],
      budgets: {},
      pageSize: undefined,
      lookup: undefined,
      session: undefined,
      request: (_phase, _cursor, { sessionToken = 'none' }) => ({
        method: 'GET',
        url: `http://supplier/${sessionToken}`,
        headers: {},
        body: undefined,
        endpoint: 'prices',
        safePath: '/',
        cost: 1,
      }),
      classify: () => ({ kind: 'success' }),
      decode: () => ({
        kind: 'page',
        drafts,
        skipped: [],
        counts: { items: 0, prices: 0, stocks: 0, warehouses: 0 },
        nextCursor: undefined,
        pageCount: undefined,
      }),
    },
    call: async ({ url }) => {
      calls += 1;
      const isTaken = taken.some((token) => url.endsWith(token));
      return {
        kind: 'answered',
        means: isTaken ? { kind: 'success' } : sessionRefused,
        response: { status: isTaken ? 200 : 401, headers: {}, body: '', bodyBytes: 0, durationMs: 1 },
      };
    },
  };
  const asker = { lease: leaseFor(1n), onAnswer: (answer: AnswerClass) => void told.push(answer) };
  const question = { phase: 'prices', number: 1, cursor: undefined, parts: [] } as const;
  const outcome = await askSupplier(question, asker, deps, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  return { outcome, told, calls };
};

test('an answer has texts alone that can be stored, whoever reads it', async () => {
  const nul = String.fromCharCode(0);
  const { outcome } = await ask(['token 1'], true, [{ supplierSku: `A${nul}1` }]);
  expect(outcome).toMatchObject({ page: { drafts: [{ supplierSku: 'A1' }] } });
});

describe('a refused session', () => {
  it('is no failure of the credential when a new one is taken', async () => {
    const { told, calls } = await ask(['token 2']);
    expect(calls).toBe(2);
    expect(told).toEqual([{ kind: 'success' }]);
  });

  it('is one failure of the credential when a new one is refused too', async () => {
    const { outcome, told, calls } = await ask([]);
    expect(outcome).toBeInstanceOf(SupplierRefusal);
    expect(calls).toBe(2);
    expect(told).toEqual([sessionRefused]);
  });

  it('is a failure of a credential that has none to renew', async () => {
    const { outcome, told, calls } = await ask([], false);
    expect(outcome).toBeInstanceOf(SupplierRefusal);
    expect(calls).toBe(1);
    expect(told).toEqual([sessionRefused]);
  });
});
