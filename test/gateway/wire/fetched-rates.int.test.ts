import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeRates } from '../../../domain/pricing/exchange-rates.ts';
import { fetchRates } from '../../../gateway/wire/fetched-rates.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** The file of a day as the European Central Bank publishes it. */
const published = (
  day: string,
  rates: Readonly<Record<string, string>>,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${Object.entries(rates)
  .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;

describe('rates that are fetched', () => {
  let database: TestDatabase;
  let answer: { status: number; body: string; location?: string };
  const server = createServer((_, response) => {
    response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
    response.end(answer.body);
  });
  beforeAll(async () => {
    database = await testDatabase();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => database.pool.sql`truncate exchange_rate`.then(() => undefined));
  afterAll(async () => {
    server.close();
    await database?.close();
  });

  const store = () => createExchangeRateStore(database.pool.sql);
  const fetched = () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/stats/eurofxref/eurofxref-daily.xml`;
    return fetchRates({ url, fetch, exchangeRates: store() }, untraced);
  };
  const all = () => store().rates({ first: '2026-01-01', last: '2026-12-31' });

  const good = { status: 200, body: published('2026-02-27', { USD: '1.25', GBP: '0.8', JPY: '160' }) };

  it('are added with the day that they are of, and prices are converted at them', async () => {
    answer = good;
    expect(await fetched()).toEqual({ day: '2026-02-27', added: 3, unchanged: 0 });
    const rates = exchangeRates(await all());
    // One pound is 1.25 euros, and these are 1.5625 dollars.
    expect(rates.between('GBP', 'USD', new Date('2026-03-01T12:00:00Z'))).toMatchObject({
      text: '1.5625',
      day: '2026-02-27',
    });
  });

  it('are written once, and those of the next day beside them', async () => {
    answer = good;
    await fetched();
    const events = () => database.pool.sql`select 1 from event where type = 'exchange_rates.imported'`;
    const before = (await events()).length;
    expect(await fetched()).toEqual({ day: '2026-02-27', added: 0, unchanged: 3 });
    expect(await events()).toHaveLength(before);
    answer = { status: 200, body: published('2026-03-02', { USD: '1.5', GBP: '0.8' }) };
    expect(await fetched()).toEqual({ day: '2026-03-02', added: 2, unchanged: 0 });
    expect(await all()).toHaveLength(5);
  });

  it.each([
    ['another page', { status: 200, body: '<html><body>Maintenance</body></html>' }],
    ['a rate that is none', { status: 200, body: published('2026-03-03', { USD: '1.5', GBP: '-1' }) }],
    ['a file without rates', { status: 200, body: published('2026-03-03', {}) }],
    ['an error', { status: 503, body: published('2026-03-03', { USD: '9' }) }],
    ['a redirect', { status: 302, body: '', location: 'http://127.0.0.1:1/elsewhere' }],
    ['far too much', { status: 200, body: published('2026-03-03', { USD: '9' }).padEnd(2 ** 20 + 1) }],
  ])('are not added where the answer is %s', async (_, given) => {
    const before = await all();
    answer = given;
    await expect(fetched()).rejects.toThrow();
    expect(await all()).toEqual(before);
  });
});
