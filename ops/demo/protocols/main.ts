import { parseArgs } from 'node:util';
import { demoCatalogue } from '../catalogue/catalogue.ts';
import { shareOf } from '../catalogue/combine.ts';
import type { DemoSupplier } from '../server/demo-server.ts';
import { digikeyLimits, startDemoDigikey } from './digikey-server.ts';
import { element14Limits, startDemoElement14 } from './element14-server.ts';
import { startDemoLcsc } from './lcsc-server.ts';
import { mouserLimits, startDemoMouser } from './mouser-server.ts';
import { startDemoNexar } from './nexar-server.ts';
import { startDemoTme } from './tme-server.ts';

/**
 * A demo supplier that speaks a real supplier's protocol, as a command:
 *
 *     node ops/demo/protocols/main.ts digikey|element14|lcsc|mouser|nexar|tme
 *
 * `--port` says where on loopback to listen, `--products` how much there is to sell, `--seed` what it costs. With `--limits` it
 * enforces the supplier's real limits, where they are known. Every part of the secret is the word `demo`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    products: { type: 'string', default: '10000' },
    seed: { type: 'string', default: 'demo' },
    limits: { type: 'boolean', default: false },
  },
});

const common = {
  port: Number(values.port),
  products: shareOf(demoCatalogue('demo'), Number(values.products)),
  seed: values.seed,
};

const demo = 'demo';
const client = { clientId: demo, clientSecret: demo };
const ifWanted = <Limits>(limits: readonly Limits[]): readonly Limits[] => (values.limits ? limits : []);

const starts: Readonly<Record<string, () => Promise<DemoSupplier>>> = {
  digikey: () => startDemoDigikey({ ...common, ...client, limits: ifWanted(digikeyLimits) }),
  element14: () => startDemoElement14({ ...common, apiKey: demo, metering: { limits: ifWanted(element14Limits) } }),
  lcsc: () => startDemoLcsc({ ...common, key: demo, secret: demo }),
  mouser: () => startDemoMouser({ ...common, apiKey: demo, metering: { limits: ifWanted(mouserLimits) } }),
  nexar: () => startDemoNexar({ ...common, ...client }),
  tme: () => startDemoTme({ ...common, token: demo, secret: demo }),
};

const name = positionals[0] ?? '';
const start = Object.hasOwn(starts, name) ? starts[name] : undefined;
if (start === undefined) {
  process.stderr.write(`name one of ${Object.keys(starts).join(', ')}\n`);
  process.exitCode = 2;
} else {
  const supplier = await start();
  process.stdout.write(`${name} on ${supplier.url}\n`);
  const stop = (): void => void supplier.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
}
