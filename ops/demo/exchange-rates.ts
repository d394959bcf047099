/**
 * Exchange rates for the demo: made up, near what they were in 2026, and good for nothing but to
 * see prices in another currency than the supplier's.
 */
const rates = {
  USD: '1.1624',
  GBP: '0.8713',
  CHF: '0.9368',
  CNY: '8.2915',
  JPY: '171.35',
  PLN: '4.2530',
  SEK: '11.0415',
};

/** The rates of a day, as the European Central Bank's file has them. */
export const demoRatesFile = (day: string): string =>
  `Date,${Object.keys(rates).join(',')}\n${day},${Object.values(rates).join(',')}\n`;
