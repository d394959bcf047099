import { raw } from 'hono/html';
import { createSharedRead } from '../../concurrency/shared-read.ts';
import type { ConsolePage } from './layout.ts';
import type { PageHandler, PageInput } from './page.ts';

/**
 * A page of operators that shows all of them the same, and that many look at for long: it is made
 * once a second for each locale, whoever looks, with the key of the first who asks. Every operator
 * may read what it shows; for anybody else it is made as their key has it, which refuses it.
 */

/** How long a page that was made is shown to all. */
const sharedForMs = 1_000;

/** The longest that making it may take. */
const deadlineMs = 10_000;

/** Locales that are made once for all; others are made for each. */
const maxLocales = 32;

type Ask = (input: PageInput) => Promise<ConsolePage>;

/** Makes the page that is shared from the one that is made for each. */
export const sharedPage = (handler: PageHandler, forMs: number = sharedForMs): PageHandler => {
  const locales = new Map<string, Ask>();

  const made = async (input: PageInput): Promise<ConsolePage> => {
    const page = await handler(input);
    return { ...page, body: raw(String(await page.body)) };
  };

  const askFor = (locale: string): Ask => {
    const known = locales.get(locale);
    if (known !== undefined || locales.size >= maxLocales) return known ?? handler;
    const ask = createSharedRead<ConsolePage, PageInput>({
      what: 'a page that operators share',
      deadlineMs,
      forMs,
      read: (_, input) => made(input),
    });
    locales.set(locale, ask);
    return ask;
  };

  return async (input) => {
    if (!input.viewer.isOperator) return handler(input);
    const ask = askFor(input.viewer.locale);
    // Whoever it was made for may have left meanwhile, which is no matter of the others.
    return ask(input).catch(() => ask(input));
  };
};
