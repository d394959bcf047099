import type { Assortment } from '../assortment.ts';
import type { Catalogue } from '../catalogue/part.ts';
import type { DemoSupplier } from '../server/demo-server.ts';
import { startDemoDigikey } from './digikey-server.ts';
import { startDemoElement14 } from './element14-server.ts';
import { startDemoLcsc } from './lcsc-server.ts';
import { startDemoMouser } from './mouser-server.ts';
import { startDemoNexar } from './nexar-server.ts';
import { startDemoShop } from './shop-server.ts';
import { startDemoTme } from './tme-server.ts';

/** How the demo suppliers that speak real protocols are started. */
export interface DemoProtocolsOptions {
  /** What there is to sell, for all alike or by the name of the plug-in. */
  readonly products: Catalogue | ((plugin: string) => Catalogue);
  readonly seed: string;
  readonly host: string;
  /** The port of the first; the others follow. */
  readonly firstPort: number;
}

/** A running supplier under the name of the plug-in that speaks to it. */
export interface NamedSupplier {
  readonly plugin: string;
  readonly supplier: DemoSupplier<Assortment>;
}

/** What every part of a demo credential is. */
const demo = 'demo';

type Start = (address: {
  products: Catalogue;
  seed: string;
  host: string;
  port: number;
}) => Promise<DemoSupplier<Assortment>>;

const starters: Readonly<Record<string, Start>> = {
  digikey: (at) => startDemoDigikey({ ...at, clientId: demo, clientSecret: demo }),
  element14: (at) => startDemoElement14({ ...at, apiKey: demo }),
  generic: (at) => startDemoShop({ ...at, apiKey: demo }),
  lcsc: (at) => startDemoLcsc({ ...at, key: demo, secret: demo }),
  mouser: (at) => startDemoMouser({ ...at, apiKey: demo }),
  nexar: (at) => startDemoNexar({ ...at, clientId: demo, clientSecret: demo, hasAllFields: true }),
  tme: (at) => startDemoTme({ ...at, token: demo, secret: demo }),
};

/**
 * Starts one supplier for each protocol; every part of its credential is `demo`. Resolves when all
 * listen.
 */
export const startDemoProtocols = ({
  products,
  firstPort,
  ...options
}: DemoProtocolsOptions): Promise<readonly NamedSupplier[]> =>
  Promise.all(
    Object.entries(starters).map(async ([plugin, start], at) => ({
      plugin,
      supplier: await start({
        ...options,
        products: typeof products === 'function' ? products(plugin) : products,
        port: firstPort === 0 ? 0 : firstPort + at,
      }),
    })),
  );
