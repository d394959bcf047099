import { type DemoSupplier, startDemoServer, tooManyRequests } from '@offerstream/plugin-kit/testing';

/** A part as Harbour sells it. */
interface Part {
  readonly number: string;
  readonly [property: string]: unknown;
}

const parts: readonly Part[] = Array.from({ length: 450 }, (_, at) => ({
  number: `H-${1000 + at}`,
  mpn: `HBR${1000 + at}-T`,
  maker: 'Harbour Devices',
  title: 'Voltage regulator, SOT-23',
  minimum: 10,
  in_stock: at,
  currency: 'EUR',
  prices: [
    { from: 10, each: '0.42' },
    { from: 1000, each: '0.31' },
  ],
}));

/** Harbour on this machine, with every fault that the contract wants a supplier to have. */
export const startHarbour = (key: string): Promise<DemoSupplier> =>
  startDemoServer({
    forms: {
      throttled: (window, seconds) =>
        window === 'daily' ? Response.json({ error: 'quota' }, { status: 403 }) : tooManyRequests(window, seconds),
      expiredToken: undefined,
      empty: () => Response.json({ parts: [], next: null }),
    },
    endpoints: ({ app, ledger }) => {
      app.get('/v1/parts', (context) => {
        if (context.req.header('authorization') !== `Key ${key}`) return context.json({ error: 'unknown_key' }, 401);
        const from = Number(context.req.query('after') ?? 0);
        const limit = Number(context.req.query('limit'));
        const served = parts.slice(from, from + limit);
        ledger.record('catalogue', 1 + from / limit, served.length);
        return context.json({ parts: served, next: from + limit < parts.length ? String(from + limit) : null });
      });
    },
  });
