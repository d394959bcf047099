import { parseArgs } from 'node:util';
import { startDemoBulkSupplier } from './bulk-supplier.ts';
import { demoCatalogue } from './catalogue/catalogue.ts';
import { catalogueFromFile } from './catalogue/catalogue-file.ts';
import type { DemoProduct } from './catalogue/part.ts';
import { startDemoLookupSupplier } from './lookup-supplier.ts';
import { startDemoProtocols } from './protocols/start-all.ts';
import type { DemoSupplier } from './server/demo-server.ts';

/**
 * The demo suppliers and their catalogue as commands:
 *
 *     node ops/demo/main.ts                serves both suppliers until it is stopped
 *     node ops/demo/main.ts protocols      serves one supplier for each real protocol
 *     node ops/demo/main.ts catalogue      writes the catalogue as NDJSON for `npm run import`
 *
 * `--seed TEXT` chooses another world; `--file CSV` takes the products of a file instead of the
 * made ones; `--host`, `--bulk-port` and `--lookup-port` say where to listen; `--login`,
 * `--password` and `--api-key` who may ask.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'demo' },
    file: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    'bulk-port': { type: 'string', default: '9101' },
    'lookup-port': { type: 'string', default: '9102' },
    'first-port': { type: 'string', default: '9111' },
    login: { type: 'string', default: 'demo' },
    password: { type: 'string', default: 'demo' },
    'api-key': { type: 'string', default: 'demo' },
  },
});

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const importRow = ({ manufacturer, mpn, description, attributes, lifecycle, replacedByMpn }: DemoProduct): string =>
  JSON.stringify({ manufacturer, mpn, description, lifecycle, replaced_by: replacedByMpn, ...attributes });

/** Closes what was started when the process is told to stop. */
const onStop = (started: readonly DemoSupplier[]): void => {
  const stop = (): void => {
    void Promise.all(started.map((supplier) => supplier.close()));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
};

const { seed, file } = values;
const products = file === undefined ? demoCatalogue(seed) : await catalogueFromFile(file, seed);

if (positionals[0] === 'catalogue') {
  for (const product of products) {
    if (!print(importRow(product))) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
} else if (positionals[0] === 'protocols') {
  const firstPort = Number(values['first-port']);
  const started = await startDemoProtocols({ products, seed, host: values.host, firstPort });
  for (const { plugin, supplier } of started) print(`${plugin} on ${supplier.url}`);
  onStop(started.map(({ supplier }) => supplier));
} else {
  const bulk = await startDemoBulkSupplier({
    host: values.host,
    port: Number(values['bulk-port']),
    products,
    seed,
    login: values.login,
    password: values.password,
  });
  const lookup = await startDemoLookupSupplier({
    host: values.host,
    port: Number(values['lookup-port']),
    products,
    seed,
    apiKey: values['api-key'],
  });
  print(`Borealis Components (bulk) on ${bulk.url}, Meridian Electronics (lookup) on ${lookup.url}`);
  onStop([bulk, lookup]);
}
