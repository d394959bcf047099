import { describe, expect, it } from 'vitest';
import { retryAfterMs, SupplierRefusal } from '../../../actors/connector/refusal.ts';
import { createDemoBulkClient } from '../../../actors/connector/suppliers/demo-bulk/client.ts';
import { createDemoLookupClient } from '../../../actors/connector/suppliers/demo-lookup/client.ts';
import type { AnswerClass } from '../../../domain/ingestion/answer-class.ts';

const secrets = ['the-login', 'the-password', 'the-api-key', 'the-token'];
const baseUrl = 'http://supplier.test';
const clients = [
  createDemoBulkClient({ baseUrl, secret: { login: 'the-login', password: 'the-password' }, settings: {} }),
  createDemoLookupClient({ baseUrl, secret: { apiKey: 'the-api-key' }, settings: {} }),
];

describe('a refusal', () => {
  it.each([400, 401, 403, 404, 422, 429, 500, 503, 304])(
    'says of an answer with status %i what it means, and nothing secret that the supplier echoes',
    (status) => {
      const body = JSON.stringify({ error: `refused ${secrets.join(' ')}` });
      const headers = { 'retry-after': secrets.join(' '), 'x-echo': secrets.join(' ') };
      for (const client of clients) {
        const answer = client.classify({ status, headers, body, bodyBytes: body.length, durationMs: 1 });
        const refusal = new SupplierRefusal(answer);
        expect(refusal.message).not.toBe('');
        for (const secret of secrets) {
          expect(`${refusal.message} ${refusal.stack} ${JSON.stringify(refusal)}`).not.toContain(secret);
        }
      }
    },
  );

  it('says of an unreadable answer why, without its text', () => {
    const body = `{"items": ${secrets.join(' ')}`;
    for (const client of clients) {
      const [phase] = client.phases;
      if (phase === undefined) throw new Error('no phases');
      const decoded = client.decode(phase, undefined, { status: 200, headers: {}, body, bodyBytes: 1, durationMs: 1 });
      if (decoded.kind !== 'malformed') throw new Error('readable');
      const { message } = new SupplierRefusal({ kind: 'malformed', reason: decoded.reason });
      expect(message).toMatch(/^the answer cannot be read: /);
      for (const secret of secrets) expect(message).not.toContain(secret);
    }
  });

  it.each<[AnswerClass, number | undefined]>([
    [{ kind: 'throttled', window: 'burst', retryAfterMs: 7_000 }, 7_000],
    [{ kind: 'upstream_fault', retryAfterMs: 3_000 }, 3_000],
    [{ kind: 'upstream_fault', retryAfterMs: undefined }, undefined],
    [{ kind: 'blocked' }, undefined],
  ])('hands on how long the supplier asked us to wait: %j', (answer, waitMs) => {
    expect(retryAfterMs(new SupplierRefusal(answer))).toBe(waitMs);
  });

  it('knows of no wait in other errors', () => {
    expect(retryAfterMs(new Error('other'))).toBeUndefined();
  });
});
