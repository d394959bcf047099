import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectorJson } from '../../../gateway/admin/connectors/mapping.ts';
import { eventually } from '../../support/eventually.ts';
import { type ConnectorWorld, connectorWorld } from './connector-world.ts';

let world: ConnectorWorld;
beforeAll(async () => {
  world = await connectorWorld();
});
afterAll(() => world.close());

const settings = {
  currency: 'EUR',
  feeds: {
    catalogue: {
      path: '/list.csv',
      format: { kind: 'csv', delimiter: ';' },
      fields: { sku: 'Article', mpn: 'Number', breaks: { price: 'Price' } },
    },
  },
};

/**
 * Has a connector read the list once; tells the credential as operators see it, and what was
 * observed.
 */
const credentialAfter = async (list: string) => {
  const server = createServer((_, answer) => answer.end(list)).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop = { id: `shop-${(server.address() as AddressInfo).port}`, plugin: 'generic', baseUrl, settings };
  const one = await world.addSupplier(shop, { apiKey: 'the-secret-key' });
  const retryRules = { maxAttempts: 2, backoff: { initialMs: 1, maxMs: 1 } };
  const connector = world.start(one, { retryRules });
  try {
    await eventually(async () => (await world.ended(one)) !== undefined);
  } finally {
    await connector.stop();
    await new Promise((closed) => server.close(closed));
  }
  const view = { ...(await world.overview(one)), endpoints: undefined, secretFields: undefined };
  const [credential] = JSON.parse(JSON.stringify(connectorJson(view))).credentials;
  /** What was published comes over the bus a little later. */
  const seen = () =>
    world.received.filter(({ supplierId }) => supplierId === shop.id).map(({ supplierSku }) => supplierSku);
  return { credential, seen };
};

describe('a price list that cannot be read', () => {
  it('fails the tick when most of its rows are left out, and names the first of them', async () => {
    const list = 'Article;Number;Price\nA-1;LM317;1.00\nA-2;1N4148;broken;here\n;NE555 the-secret-key;1.00\n;X;1.00\n';
    const { credential, seen } = await credentialAfter(list);
    expect(credential.tick).toMatchObject({
      state: 'failure',
      reason: expect.stringContaining('3 of 4 rows of the catalogue could not be read'),
      rows: {
        read: 1,
        left_out: 3,
        reasons: { 'not as many columns as the first line': 1, 'no SKU': 2 },
        first: {
          reason: 'not as many columns as the first line',
          phase: 'catalogue',
          page: 1,
          row: 2,
          sample: 'A-2;1N4148;broken;here',
        },
      },
    });
    await eventually(() => expect(seen()).toEqual(['A-1']));
  });

  it('names the column that is missing', async () => {
    const { credential, seen } = await credentialAfter('Article;Number;Preis\nA-1;LM317;1.00\n');
    expect(credential.tick).toMatchObject({
      state: 'failure',
      last_error: {
        at: expect.any(String),
        message: expect.stringContaining('the column "Price" is missing'),
        column: 'Price',
        sample: 'Article;Number;Preis',
        phase: 'catalogue',
        page: 1,
      },
    });
    expect(seen()).toEqual([]);
  });

  it('names the row in which a quoted field has no end, with a sample', async () => {
    const { credential, seen } = await credentialAfter('Article;Number;Price\nA-1;"LM\n317";1.00\nA-2;"1N41\nA-3;X;1');
    expect(credential.tick).toMatchObject({
      state: 'failure',
      reason: expect.stringContaining('row 2'),
      last_error: {
        message: expect.stringContaining('a quoted field has no end'),
        row: 2,
        column: 'Number',
        sample: 'A-2;"1N41 A-3;X;1',
      },
    });
    expect(seen()).toEqual([]);
  });

  it('counts the rows of a good list that were left out', async () => {
    const list = `Article;Number;Price\n${Array.from({ length: 30 }, (_, at) => `A-${at};N;1.00\n`).join('')};X;1.00\nA-1;N;2\n`;
    const { credential, seen } = await credentialAfter(list);
    expect(credential.tick).toMatchObject({
      state: 'success',
      rows: { read: 30, left_out: 2, reasons: { 'no SKU': 1, 'repeated in the page': 1 }, first: { row: 31 } },
    });
    await eventually(() => expect(seen()).toHaveLength(30));
  });
});
