import { expect, it } from 'vitest';
import { pricedMarket, pricesStayAsTheyWere } from './prices-as-of.scenario.ts';

it('a price as of an instant is the same to the byte after a million later observations', async () => {
  const market = await pricedMarket();
  try {
    await pricesStayAsTheyWere(market, 1_000_000);
    const [row] = await market.database.pool.sql<{ n: number }[]>`select count(*)::int as n from observation_history`;
    expect(row?.n).toBeGreaterThan(1_000_000);
  } finally {
    await market.database.close();
  }
});
