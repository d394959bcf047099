import { expect, it } from 'vitest';
import { createDigikeyClient } from '../../../../../actors/connector/suppliers/digikey/client.ts';
import { callSupplier } from '../../../../../actors/connector/suppliers/http.ts';
import type {
  SupplierClient,
  SupplierRequest,
  SupplierResponse,
} from '../../../../../actors/connector/suppliers/supplier-client.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { digikeyLimits, startDemoDigikey } from '../../../../../ops/demo/protocols/digikey-server.ts';
import { servedRows, supplierClientContract } from '../../../../../plugin-kit/src/testing.ts';
import { instant } from '../answered.ts';

const secret = { clientId: 'the-client-id', clientSecret: 'the-client-secret' };
const products = shareOf(demoCatalogue('demo'), 40);
const wanted = [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));

supplierClientContract('digikey', async () => {
  let nowMs = 1_000_000;
  const server = await startDemoDigikey({ products, seed: 'contract', ...secret, now: () => nowMs });
  const config = { baseUrl: server.url, settings: {} };
  return {
    baseUrl: server.url,
    client: createDigikeyClient({ ...config, secret }),
    stranger: createDigikeyClient({ ...config, secret: { ...secret, clientSecret: 'wrong' } }),
    secrets: Object.values(secret),
    wanted,
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: { window: 'burst', tellsWait: true }, daily: { window: 'daily', tellsWait: true } },
    expireSessions: () => {
      nowMs += 599_000;
    },
    close: server.close,
  };
});

const answerTo = async (request: SupplierRequest | undefined): Promise<SupplierResponse> => {
  if (request === undefined) throw new Error('no request');
  const { origin } = new URL(request.url);
  const outcome = await callSupplier(request, { baseUrl: origin, fetch, timeoutMs: 10_000, maxBodyBytes: 9_000_000 });
  if (outcome.kind === 'silent') throw new Error(outcome.reason);
  return outcome.response;
};

const signIn = async ({ session }: SupplierClient, refreshToken?: string) => {
  const response = await answerTo(session?.request({ refreshToken, ...instant }));
  return { response, signedIn: session?.read(response) };
};

it('signs in with each refresh token once, and is told when somebody else has used it up', async () => {
  const granted = { ...secret, refreshToken: 'the-first' };
  const server = await startDemoDigikey({ products, seed: 'tokens', ...granted });
  try {
    const client = createDigikeyClient({ baseUrl: server.url, secret: granted, settings: {} });
    const { signedIn: first } = await signIn(client);
    if (first?.kind !== 'session') throw new Error('not signed in');
    expect(first.refreshToken).not.toBe('the-first');
    const { signedIn: second } = await signIn(client, first.refreshToken);
    expect(second).toMatchObject({ kind: 'session', refreshToken: expect.any(String) });
    const { response } = await signIn(client, first.refreshToken);
    expect(client.classify(response)).toEqual({ kind: 'authentication', refused: 'session' });
  } finally {
    await server.close();
  }
});

it('says of a known SKU what it says of the number, and of an unknown one nothing', async () => {
  const server = await startDemoDigikey({ products, seed: 'skus', ...secret });
  try {
    const client = createDigikeyClient({ baseUrl: server.url, secret, settings: {} });
    const { signedIn } = await signIn(client);
    const sessionToken = signedIn?.kind === 'session' ? signedIn.token : undefined;
    const draftsFor = async (mpn: string, sku?: string) => {
      const parts = [{ mpn, manufacturer: 'x', sku }];
      const response = await answerTo(client.request('lookup', undefined, { sessionToken, parts, ...instant }));
      expect(client.classify(response)).toEqual({ kind: 'success' });
      const page = client.decode('lookup', undefined, response);
      return page.kind === 'page' ? page.drafts : undefined;
    };
    const byNumber = await Promise.all(wanted.map(({ mpn }) => draftsFor(mpn)));
    const severalPackagings = byNumber.find((drafts) => drafts?.length === 2) ?? [];
    expect(severalPackagings).toHaveLength(2);
    for (const { supplierSku } of severalPackagings) {
      expect(await draftsFor('x', supplierSku)).toEqual(severalPackagings);
    }
    expect(await draftsFor('x', 'NOBODYS/SKU #1-ND')).toEqual([]);
  } finally {
    await server.close();
  }
});

it('hears with every answer what is left of the day, and of the minute when it is used up', async () => {
  const nowMs = 1_000_000;
  const server = await startDemoDigikey({
    products,
    seed: 'limits',
    ...secret,
    limits: digikeyLimits,
    now: () => nowMs,
  });
  try {
    const client = createDigikeyClient({ baseUrl: server.url, secret, settings: {} });
    const { signedIn } = await signIn(client);
    const sessionToken = signedIn?.kind === 'session' ? signedIn.token : undefined;
    const parts = [{ mpn: 'NOBODYS', manufacturer: 'x', sku: undefined }];
    const ask = () => answerTo(client.request('lookup', undefined, { sessionToken, parts, ...instant }));
    expect(client.remaining?.(await ask())).toEqual([{ window: 'daily', units: 999, resetAfterMs: undefined }]);
    for (let call = 1; call < 120; call += 1) await ask();
    const refused = await ask();
    expect(client.classify(refused)).toEqual({ kind: 'throttled', window: 'burst', retryAfterMs: 60_000 });
    expect(client.remaining?.(refused)).toEqual([{ window: 'burst', units: 0, resetAfterMs: 60_000 }]);
  } finally {
    await server.close();
  }
});
