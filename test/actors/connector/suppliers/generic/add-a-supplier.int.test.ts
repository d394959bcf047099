import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createGenericClient } from '../../../../../actors/connector/suppliers/generic/client.ts';
import { callSupplier } from '../../../../../actors/connector/suppliers/http.ts';
import { amount } from '../../../../../domain/money.ts';
import { instant } from '../answered.ts';

const howTo = resolve(import.meta.dirname, '../../../../../docs/howto/add-a-supplier.md');

/** What stands first in the how-to between two texts. */
const firstBetween = async (before: string, after: string): Promise<string> => {
  const text = await readFile(howTo, 'utf8');
  const [, rest] = text.split(before);
  const [block] = rest?.split(after) ?? [];
  if (block === undefined) throw new Error(`the how-to has nothing after ${before}`);
  return block;
};

const ladder = (...prices: readonly (readonly [number, string])[]) => ({
  kind: 'ladder',
  ladder: {
    currency: 'EUR',
    priceBase: undefined,
    breaks: prices.map(([quantity, price]) => ({ quantity, price: amount(price) })),
  },
});

it('reads the price list of the how-to with the settings of the how-to, over HTTP', async () => {
  const list = await firstBetween('```csv\n', '```');
  const app = new Hono().get('/export/prices.csv', (context) =>
    context.req.header('x-api-key') === 'the-key' ? context.text(list) : context.text('', 401),
  );
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((listening) => server.once('listening', listening));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings: Record<string, unknown> = JSON.parse(await firstBetween("settings.json <<'END'\n", 'END\n'));
    const client = createGenericClient({ baseUrl, secret: { apiKey: 'the-key' }, settings });
    const request = client.request('catalogue', undefined, { sessionToken: undefined, parts: [], ...instant });
    const outcome = await callSupplier(request, { baseUrl, fetch, timeoutMs: 10_000, maxBodyBytes: 1_000_000 });
    if (outcome.kind === 'silent') throw new Error(outcome.reason);
    expect(client.classify(outcome.response)).toEqual({ kind: 'success' });
    const page = client.decode('catalogue', undefined, outcome.response);
    expect(page).toMatchObject({
      kind: 'page',
      skipped: [],
      nextCursor: undefined,
      drafts: [
        {
          supplierSku: 'A-1001',
          price: ladder([1, '0.42'], [100, '0.31'], [1000, '0.27']),
          orderMultiple: 50,
          stock: [{ warehouseRef: 'Hamburg', quantity: 1200 }],
          description: { manufacturer: 'Texas Instruments', mpn: 'NE555P', text: 'Timer, DIP-8' },
        },
        { supplierSku: 'A-1002', price: ladder([1, '0.03']), stock: [{ warehouseRef: 'Hamburg', quantity: 25_000 }] },
        { supplierSku: 'A-1003', price: { kind: 'on_request' } },
      ],
    });
    expect(page.kind === 'page' && page.drafts[2]).not.toHaveProperty('stock');
  } finally {
    await new Promise((closed) => server.close(closed));
  }
});
