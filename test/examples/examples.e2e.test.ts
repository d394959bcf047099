import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp } from '../../clients/typescript/src/index.ts';
import { buyableProducts } from '../support/buyable.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type Service, startService } from '../support/service.ts';

/** Every example, as its page says to run it. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const apiKey = 'os_customer-key-for-the-examples';
const python = '/usr/bin/python3';

const netlist = (numbers: readonly string[]): string => `<?xml version="1.0" encoding="utf-8"?>
<export version="E"><components>
${numbers
  .map(
    (number, at) => `<comp ref="R${at + 1}"><value>10k</value><footprint>Resistor_SMD:R_0603_1608Metric</footprint>
<fields><field name="MPN">${number}</field><field name="Manufacturer">Yageo</field></fields></comp>`,
  )
  .join('\n')}
</components></export>`;

describe('the examples', () => {
  let folder: string;
  let nats: TestNats;
  let service: Service;
  let environment: NodeJS.ProcessEnv;
  let numbers: readonly string[];
  let offerId: string;

  const example = async (program: string, path: string, ...args: readonly string[]): Promise<string> =>
    (await run(program, [join(root, 'examples', path), ...args], { cwd: folder, env: environment })).stdout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offerstream-examples-'));
    nats = await testNats();
    service = await startService({
      DATA_DIR: join(folder, 'data'),
      BOOTSTRAP_CUSTOMER_KEY: apiKey,
      DEMO_PRODUCTS: '1000',
      OUTBOUND_ALLOW: '',
      NATS_URL: nats.url,
    });
    await cp(join(root, 'clients/python/src/offerstream'), join(folder, 'src/offerstream'), { recursive: true });
    await run(join(root, 'clients/python/build.sh'), [join(folder, 'src')]);
    environment = {
      PATH: process.env.PATH,
      KEY: apiKey,
      OFFERSTREAM_URL: service.httpUrl,
      OFFERSTREAM_GRPC: service.grpcAddress,
      NATS_URL: nats.url,
      PYTHONPATH: join(folder, 'src'),
    };
    const client = connectHttp({ baseUrl: service.httpUrl, apiKey });
    const found = await eventually(async () => {
      const products = await buyableProducts(client, 'RC0603', 25);
      return products.length >= 3 && products.slice(0, 3);
    }, 60_000);
    numbers = found.map(({ mpn }) => mpn);
    offerId = found[0]?.offerId ?? '';
    const rows = numbers.map((number) => `25,${number},Yageo`);
    await writeFile(join(folder, 'bom.csv'), ['Qty,MPN,Manufacturer', ...rows, ''].join('\n'));
  }, 240_000);

  afterAll(async () => {
    await service?.stop();
    await nats?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('bash/price-a-part.sh names each seller with its price, and says when there is none', async () => {
    const priced = await example('bash', 'bash/price-a-part.sh', numbers[0] ?? '', '250');
    expect(priced).toMatch(/^\S+ \S+: [\d.]+ (EUR|USD), FRESH$/m);
    await expect(example('bash', 'bash/price-a-part.sh', 'no-such-number-4711')).rejects.toThrow('nobody sells');
  });

  it('bash/spreadsheet.sh brings a workbook', async () => {
    const told = await example('bash', 'bash/spreadsheet.sh', 'bom.csv', 'basket.xlsx');
    expect(told).toMatch(/^ready: 3 of 3 lines bought, [\d.]+ EUR$/m);
    expect((await readFile(join(folder, 'basket.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  });

  it('typescript/watch-a-list.ts prints versions, orders and the total', async () => {
    const told = await example(process.execPath, 'typescript/watch-a-list.ts', 'bom.csv');
    expect(told).toMatch(/^version \d+ ready: 3 of 3 lines$/m);
    expect(told).toMatch(/^ {2}\d+ x \S+ \(.+ RC0603\S+\) for lines \d/m);
    expect(told).toMatch(/^total [\d.]+ EUR, at most 0 from the best$/m);
  });

  it('typescript/follow-events.ts prints what happens', async () => {
    // Jobs are told when they begin and end.
    const told = example(process.execPath, 'typescript/follow-events.ts', '3');
    const client = connectHttp({ baseUrl: service.httpUrl, apiKey });
    const asked = setInterval(() => {
      const target = { offer_id: offerId };
      client.enrichment.requestEnrichment({ type: 'refresh_observation', target }).catch(() => undefined);
    }, 200);
    expect((await told.finally(() => clearInterval(asked))).match(/^\S+\.v1 \S+ \d+ bytes$/gm)).toHaveLength(3);
  });

  it('python/reprice.py prices a file in one stream, rows that cannot be priced included', async () => {
    await writeFile(join(folder, 'offers.csv'), `offer_id,quantity\n${offerId},250\nofr_unknown,1\n${offerId},1000\n`);
    const told = await example(python, 'python/reprice.py', 'offers.csv');
    const [, first, second, third] = told.split('\r\n');
    expect(first).toMatch(new RegExp(`^${offerId},250,[\\d.]+,(EUR|USD),FRESH,$`));
    expect(second).toBe('ofr_unknown,1,,,,NOT_FOUND');
    expect(third).toContain(`${offerId},1000,`);
  });

  it('python/kicad_bom.py prices a board', async () => {
    await writeFile(join(folder, 'board.xml'), netlist(numbers));
    const told = await example(python, 'python/kicad_bom.py', 'board.xml', 'board.csv', '10');
    expect(told).toMatch(/^ready: [\d.]+ EUR for 10 board\(s\), board\.csv\n$/);
    const table = await readFile(join(folder, 'board.csv'), 'utf8');
    expect(table).toMatch(new RegExp(`^R1,${numbers[0]},10,[^,]+,[^,]+,[\\d.]+ EUR,\r$`, 'm'));
  });
});
