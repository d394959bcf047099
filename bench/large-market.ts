/**
 * A market of as many offers as one likes, matched to the products of `market.ts`, each with the
 * price of that market's last offer.
 */
import type { Pool } from '../storage/pool/pool.ts';
import { productIds } from './market.ts';

/** Offers that are inserted at a time. */
const step = 50_000;

/** The id of an offer by its place. */
export const largeOfferId = (at: number): string => `ofr_${String(at).padStart(20, '0')}`;

/** Puts so many offers beside those of a filled market, which has the first `from` of them. */
export const fillLargeMarket =
  (offers: number, from = 0) =>
  async ({ sql }: Pool): Promise<void> => {
    for (let first = from; first < offers; first += step) {
      const last = Math.min(offers, first + step) - 1;
      await sql`
        insert into offer (id, supplier_id, supplier_sku, manufacturer, mpn, product_id, match_confidence, match_rule, matched_at)
        select 'ofr_' || lpad(at::text, 20, '0'), 'bench', 'L-' || at, 'Yageo', 'RC0603', (${[...productIds]}::text[])[1 + at % 5000],
          'exact', 'manufacturer_and_mpn', now()
        from generate_series(${first}::int, ${last}::int) as at`;
      await sql`
        insert into offer_view (offer_id, credential_id, known, last_observed_at)
        select 'ofr_' || lpad(at::text, 20, '0'), credential_id, known, last_observed_at
        from generate_series(${first}::int, ${last}::int) as at,
          (select * from offer_view order by offer_id desc limit 1) as one`;
    }
    // What the server would do by itself in the minutes after that, beside whatever is measured.
    await sql`vacuum analyze offer, offer_view, offer_change`;
    await sql`checkpoint`;
  };
