import { randomBytes } from 'node:crypto';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayOf, daysBefore, maxRateAgeDays } from '../../domain/pricing/exchange-rates.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { manufacturerAliases } from '../../ops/demo/catalogue/manufacturers.ts';
import { demoRatesFile } from '../../ops/demo/exchange-rates.ts';
import { borealis, cobalt, meridian, type SupplierProfile, tidewater } from '../../ops/demo/supplier-profile.ts';
import { type DemoSuppliers, type DemoSupplierUrls, startDemoSuppliers } from '../../ops/demo/suppliers.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { referenceRates } from '../import/reference-rates.ts';
import { newContext } from './new-ids.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';

/**
 * The customer that the first customer key belongs to, and that owns a credential at a demo
 * supplier.
 */
export const demoCustomer = { id: 'demo', name: 'Demo customer', groupIds: ['demo-buyers'] };

/** What runs and where, for the notice at the start. */
export interface RunningDemo {
  readonly suppliers: readonly { readonly name: string; readonly url: string }[];
}

/** What the demo is written into. */
type DemoDependencies = Pick<Stores, 'suppliers' | 'retirement' | 'catalog' | 'exchangeRates'> & {
  readonly context: WriteContext;
  readonly now: () => Date;
  readonly log: Logger;
  readonly teardown: Teardown;
};

/** What the demo suppliers ask for. */
interface DemoSecrets {
  readonly login: string;
  readonly password: string;
  readonly apiKey: string;
}

/**
 * Imports the demo's rates of today, as an operator imports a file, for the currencies that would
 * be without a rate within two days: rates that somebody else keeps up to date stay theirs.
 */
export const addDemoRates = async (
  { exchangeRates, now }: Pick<DemoDependencies, 'exchangeRates' | 'now'>,
  context: WriteContext,
): Promise<void> => {
  const today = dayOf(now());
  const days = { first: daysBefore(today, maxRateAgeDays - 2), last: today };
  const known = new Set((await exchangeRates.rates(days)).map(({ currency }) => currency));
  const missing = referenceRates(demoRatesFile(today), 'csv').filter(({ currency }) => !known.has(currency));
  if (missing.length > 0) await exchangeRates.add(missing, { by: 'demo', context });
};

const everyMs = 12 * 3_600_000;

/** Adds the rates now, and again before they are too old. Throws as the store does at first. */
const keepDemoRates = async (
  deps: Pick<DemoDependencies, 'exchangeRates' | 'now' | 'log' | 'teardown'>,
): Promise<void> => {
  const { teardown, log } = deps;
  await addDemoRates(deps, newContext());
  const periodic = startPeriodic({
    what: 'the rates of the demo',
    everyMs,
    deadlineMs: 30_000,
    work: () => addDemoRates(deps, newContext()),
    onError: (err) => log.warn('demo.rates.failed', { err }),
  });
  teardown.add('demo rates', periodic.stop);
};

/** What is stored of a demo supplier that answers look-ups. */
const lookupSupplier = ({ id, name }: SupplierProfile, baseUrl: string, requestsPerSecond: number) => ({
  id,
  name,
  plugin: 'demo-lookup',
  baseUrl,
  route: { supplierId: id },
  createsProducts: false,
  settings: { requests_per_second: requestsPerSecond },
});

const ofTheHouse = { scope: 'system', ownerId: undefined, label: 'house account' } as const;

/** What is stored of the demo suppliers at these addresses, with these secrets. */
const demoSuppliers = ({ bulk, lookups }: DemoSupplierUrls, { login, password, apiKey }: DemoSecrets) =>
  [
    {
      supplier: {
        id: borealis.id,
        name: borealis.name,
        plugin: 'demo-bulk',
        baseUrl: bulk,
        route: { supplierId: borealis.id },
        createsProducts: true,
        settings: {},
        sellerKind: 'authorized',
      },
      credential: { ...ofTheHouse, id: 'crd_borealis_system', secret: { login, password } },
    },
    {
      supplier: { ...lookupSupplier(meridian, lookups.meridian, 20), sellerKind: 'authorized' },
      credential: {
        id: 'crd_meridian_demo',
        scope: 'customer',
        ownerId: demoCustomer.id,
        label: 'demo account',
        secret: { apiKey },
      },
    },
    {
      supplier: lookupSupplier(cobalt, lookups.cobalt, 5),
      credential: { ...ofTheHouse, id: 'crd_cobalt_system', secret: { apiKey } },
    },
    {
      supplier: { ...lookupSupplier(tidewater, lookups.tidewater, 5), sellerKind: 'broker' },
      credential: { ...ofTheHouse, id: 'crd_tidewater_system', secret: { apiKey } },
    },
  ] as const;

/** Demo suppliers that start, and what they will ask for. */
export interface StartingDemo {
  readonly servers: Promise<DemoSuppliers>;
  readonly secrets: DemoSecrets;
}

/**
 * Has the demo suppliers started on their thread, which takes as long as a new database needs for
 * its schema, and needs nothing of it. Their passwords are new at every start.
 */
export const startDemoServers = (demo: NonNullable<Config['demo']>, teardown: Teardown): StartingDemo => {
  const secrets = {
    login: 'offerstream',
    password: randomBytes(16).toString('base64url'),
    apiKey: randomBytes(16).toString('base64url'),
  };
  const servers = startDemoSuppliers({ ...demo, seed: String(demo.seed), ...secrets });
  // What keeps them from starting is told to who waits for them, and to nobody where the start ends
  // before that.
  const started = servers.catch(() => undefined);
  teardown.add('demo suppliers', async () => (await started)?.close());
  return { servers, secrets };
};

/**
 * Makes the demo suppliers known: one with a bulk snapshot, and three that answer look-ups, of
 * which a broker is one. They are seen with the system's credentials, but for one of the demo
 * customer's own. Two sell in euros and two in dollars, so rates come too. One that an operator has
 * retired stays so.
 */
export const startDemo = async (starting: StartingDemo, deps: DemoDependencies): Promise<RunningDemo> => {
  const { suppliers: store, retirement, catalog, context } = deps;
  await keepDemoRates(deps);
  await catalog.addAliases(manufacturerAliases, 'demo', context);
  const servers = await starting.servers;

  for (const { supplier, credential } of demoSuppliers(servers, starting.secrets)) {
    if (await retirement.isRetired(supplier.id)) continue;
    await store.putSupplier(supplier, { by: 'demo', context });
    await store.putCredential({ supplierId: supplier.id, ...credential });
  }
  return {
    suppliers: [
      { name: borealis.name, url: servers.bulk },
      { name: meridian.name, url: servers.lookups.meridian },
      { name: cobalt.name, url: servers.lookups.cobalt },
      { name: tidewater.name, url: servers.lookups.tidewater },
    ],
  };
};
