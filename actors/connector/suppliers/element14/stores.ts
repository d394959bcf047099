/**
 * Currencies by shop, because no answer says its currency. Public maps contradict each other about
 * the shops of Turkey, Romania, Russia, Israel, Mexico and Vietnam; those are left out on purpose,
 * as is Bulgaria, which has changed to the euro.
 */
const storesByCurrency: Readonly<Record<string, readonly string[]>> = {
  GBP: ['uk.farnell.com', 'export.farnell.com', 'onecall.farnell.com'],
  EUR: [
    'at.farnell.com',
    'be.farnell.com',
    'de.farnell.com',
    'ee.farnell.com',
    'es.farnell.com',
    'fi.farnell.com',
    'fr.farnell.com',
    'ie.farnell.com',
    'it.farnell.com',
    'lt.farnell.com',
    'lv.farnell.com',
    'nl.farnell.com',
    'pt.farnell.com',
    'si.farnell.com',
    'sk.farnell.com',
  ],
  CHF: ['ch.farnell.com'],
  CZK: ['cz.farnell.com'],
  DKK: ['dk.farnell.com'],
  HUF: ['hu.farnell.com'],
  NOK: ['no.farnell.com'],
  PLN: ['pl.farnell.com'],
  SEK: ['se.farnell.com'],
  USD: ['www.newark.com'],
  CAD: ['canada.newark.com'],
  AUD: ['au.element14.com'],
  CNY: ['cn.element14.com'],
  HKD: ['hk.element14.com'],
  INR: ['in.element14.com'],
  KRW: ['kr.element14.com'],
  MYR: ['my.element14.com'],
  NZD: ['nz.element14.com'],
  PHP: ['ph.element14.com'],
  SGD: ['sg.element14.com'],
  THB: ['th.element14.com'],
  TWD: ['tw.element14.com'],
};

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries(storesByCurrency).flatMap(([currency, stores]) => stores.map((store) => [store, currency])),
);

/** The currency of a shop's prices; undefined for shops about which that is not certain. */
export const currencyOfStore = (store: string): string | undefined => currencies.get(store);
