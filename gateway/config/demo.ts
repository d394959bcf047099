import { oneOf, text, type ValuesOf, wholeNumber } from './config-values.ts';

/** Whether the demo runs. */
export const demoSwitch = {
  DEMO: oneOf(['on', 'off'])
    .optional()
    .describe('Demo suppliers with a demo catalogue. Left out: `on`; `off` when `DATABASE_URL` is set.'),
};

/** What the demo suppliers offer. */
export const demoVariables = {
  DEMO_PRODUCTS: wholeNumber(1, 5_000_000)
    .prefault('20000')
    .describe(
      'Products of the demo catalogue that are known from the start, at most; suppliers that answer look-ups sell what the number schemes of makers make.',
    ),
  DEMO_SEED: wholeNumber(0, 2 ** 32 - 1)
    .prefault('1')
    .describe('The demo catalogue is the same for the same seed.'),
  DEMO_FILE: text()
    .optional()
    .describe('CSV file of real parts of which the demo suppliers also offer a share that is always the same.'),
};

type Given = ValuesOf<typeof demoSwitch & typeof demoVariables> & { readonly DATABASE_URL?: string | undefined };

/** Whether the demo runs: as it is said, else in a service that is on its own. */
export const isDemo = ({ DEMO, DATABASE_URL }: Pick<Given, 'DEMO' | 'DATABASE_URL'>): boolean =>
  DEMO === undefined ? DATABASE_URL === undefined : DEMO === 'on';

/** The demo; undefined: there is none. */
export const demoSettings = (given: Given) => ({
  demo: isDemo(given) ? { products: given.DEMO_PRODUCTS, seed: given.DEMO_SEED, file: given.DEMO_FILE } : undefined,
});
