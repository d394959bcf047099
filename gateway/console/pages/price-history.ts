import { html } from 'hono/html';
import { dayMs } from '../../../domain/duration.ts';
import { ApiProblem, type ConsoleApi, documentOf, orNothing } from '../api.ts';
import { stepChart } from '../charts.ts';
import { empty, section } from '../components.ts';
import type { Formats, Html } from '../format.ts';

/** What a part cost over the last months. */

interface PriceSeries {
  readonly offer_id: string;
  readonly supplier_id?: string;
  readonly supplier_sku?: string;
  readonly days: readonly { readonly day: string; readonly currency: string; readonly last: string }[];
}

/** The prices of a part over time. */
export interface PriceHistory {
  readonly series: readonly PriceSeries[];
}

/** How far back is looked. */
const daysShown = 90;

/** Lines of one chart: more cannot be told apart. */
const maxSeries = 6;

/** What is shown where too many ask for histories now. */
const busy = 'busy';

/** `busy` where too many ask now, undefined where the history cannot be had for another reason. */
export const priceHistory = (
  api: ConsoleApi,
  path: string,
  { quantity, now }: { readonly quantity: number; readonly now: Date },
): Promise<PriceHistory | typeof busy | undefined> => {
  const query = {
    quantity: String(quantity),
    from: new Date(now.getTime() - daysShown * dayMs).toISOString().slice(0, 10),
  };
  const asked = api.get(documentOf<PriceHistory>(), `${path}/price-history`, query);
  return orNothing(
    asked.catch((thrown: unknown) => {
      if (thrown instanceof ApiProblem && thrown.problem.status === 429) return busy;
      throw thrown;
    }),
  );
};

const lastOf = ({ days }: PriceSeries): number => Number(days.at(-1)?.last ?? Number.POSITIVE_INFINITY);

/** The chart, or that too many ask now; nothing where the history cannot be had otherwise. */
export const historySection = (
  formats: Formats,
  history: PriceHistory | typeof busy | undefined,
  quantity: number,
): Html => {
  if (history === undefined) return html``;
  const title = `Price of one at ${formats.number(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;
  if (history === busy) return section(title, empty('The history is busy', 'Open the page again in a few seconds.'));
  const currency = history.series[0]?.days[0]?.currency;
  if (currency === undefined)
    return section(title, empty('No prices', `Nobody has named a price in the last ${daysShown} days.`));
  // Prices in several currencies have no common scale; the first one's are shown.
  const shown = history.series
    .map((each) => ({ ...each, days: each.days.filter((day) => day.currency === currency) }))
    .filter((each) => each.days.length > 0)
    .toSorted((one, other) => lastOf(one) - lastOf(other))
    .slice(0, maxSeries);
  const days = shown.flatMap((each) => each.days).toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const byPrice = days.toSorted((one, other) => Number(one.last) - Number(other.last));
  const series = shown.map(({ supplier_id: supplier = 'a supplier', supplier_sku: sku = '', days: own }) => ({
    name: `${supplier} ${sku}`.trim(),
    points: own.map(({ day, last }) => ({ at: Date.parse(day), value: Number(last) })),
    text: formats.money(own.at(-1)?.last ?? '', currency),
  }));
  const money = (at: number): string => formats.money(byPrice.at(at)?.last ?? '', currency);
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const edges = {
    low: money(0),
    high: money(-1),
    from: formats.day(from),
    to: formats.day(to),
    until: Date.parse(to) + dayMs,
  };
  const others = history.series.length - shown.length;
  const left =
    others === 0
      ? ''
      : html`<p class="faint">${formats.number(others)} more ${others === 1 ? 'offer is' : 'offers are'} not drawn: in another currency than ${currency}, or dearer than these.</p>`;
  return section(
    title,
    html`${stepChart(`Prices from ${edges.low} to ${edges.high}, from ${edges.from} to ${edges.to}`, series, edges)}${left}`,
  );
};
