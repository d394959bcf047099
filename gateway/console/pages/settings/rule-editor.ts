import { html } from 'hono/html';
import { PricingResponse } from '../../../../proto/gen/svc/public/v1/pricing.ts';
import { documentOf } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import { type Customer, createEditor, type Draft, someCustomers } from './editor.ts';

/** The editor of pricing rules: what a draft would do to the prices of each customer. */

interface Rule extends Readonly<Record<string, unknown>> {
  readonly version: number;
}

interface Trial {
  readonly items: readonly {
    readonly offer_id: string;
    readonly applies: boolean;
    readonly present: unknown;
    readonly draft: unknown;
  }[];
}

interface Changed {
  readonly offerId: string;
  readonly present: PricingResponse;
  readonly draft: PricingResponse;
}

interface OfCustomer {
  readonly customer: Customer;
  readonly tried: number;
  readonly changed: readonly Changed[];
}

/** Pieces that are priced: enough for what is said of large quantities to apply. */
const quantity = 1_000;

/** Prices that are shown of a customer. */
const maxShown = 10;

const path = '/v1/admin/pricing-rules';

/** What is stored of a rule without what the store adds. */
const editable = ({ id: _, version: __, recorded_at, recorded_by, ...fields }: Rule): object => fields;

const changedIn = ({ items }: Trial): readonly Changed[] =>
  items
    .map(({ offer_id, present, draft }) => ({
      offerId: offer_id,
      present: PricingResponse.fromJSON(present),
      draft: PricingResponse.fromJSON(draft),
    }))
    .filter(
      ({ present, draft }) =>
        present.finalPriceDecimal !== draft.finalPriceDecimal || present.currency !== draft.currency,
    );

const money = (formats: Formats, { finalPriceDecimal, currency }: PricingResponse): string =>
  finalPriceDecimal === '' ? 'no price' : formats.money(finalPriceDecimal, currency);

const direction = ({ present, draft }: Changed): Html => {
  if (present.finalPriceDecimal === '' || draft.finalPriceDecimal === '') return badge('price or none', 'warn');
  return draft.finalPrice < present.finalPrice ? badge('cheaper', 'good') : badge('dearer', 'bad');
};

const changedRow = (formats: Formats, changed: Changed): Html => html`<tr><td class="mono">${changed.offerId}</td>
<td class="figure">${money(formats, changed.present)}</td><td class="figure">${money(formats, changed.draft)}</td><td>${direction(changed)}</td></tr>`;

const customerPanel = (formats: Formats, { customer, tried, changed }: OfCustomer): Html =>
  html`<details id="for-${customer.id || 'nobody'}"${changed.length > 0 ? html` open` : ''}><summary>${customer.name}: ${formats.number(changed.length)} of ${formats.number(tried)} prices change</summary>
${
  changed.length === 0
    ? html`<p class="faint">It pays what it pays.</p>`
    : table(
        `Prices that change for ${customer.name}`,
        [{ name: 'Offer' }, { name: 'At present', isFigure: true }, { name: 'With it', isFigure: true }, { name: '' }],
        changed.slice(0, maxShown).map((each) => changedRow(formats, each)),
      )
}</details>`;

const nobody: Customer = { id: '', name: 'Customers without a rule of their own', groups: [] };

/** The editor. */
export const ruleEditor = createEditor({
  path: 'rules',
  what: 'pricing rule',
  list: path,
  example: {
    name: 'Large quantities',
    priority: 0,
    applies_to: {},
    condition: 'quantity >= 500',
    action: { kind: 'percent_discount', percent: '5' },
  },
  hint: html`As the API has it: <span class="mono">applies_to</span> says for whom and what, <span class="mono">condition</span> when, in CEL.
<span class="mono">docs/howto/pricing-rules.md</span> names every action.`,
  read: async (api, id) => {
    const rule = await api.get(documentOf<Rule>(), `${path}/${encodeURIComponent(id)}`);
    return { document: editable(rule), version: rule.version };
  },
  dryRun: async (api, { document, replaces }: Draft, formats) => {
    const customers = [nobody, ...(await someCustomers(api))];
    const rule = replaces === undefined ? document : { ...document, id: replaces.id };
    const trials = await Promise.all(
      customers.map(async (customer) => {
        const asked = { rule, quantity, customer_id: customer.id, group_ids: customer.groups };
        const trial = (await api.send('POST', `${path}/dry-run`, asked)) as Trial;
        return { customer, tried: trial.items.length, changed: changedIn(trial) };
      }),
    );
    const tried = trials[0]?.tried ?? 0;
    return section(
      'What it would change',
      tried === 0
        ? empty('It names nothing that is sold', 'No offer is in what it applies to, so no price would change.')
        : html`<p class="faint">The prices of ${formats.number(quantity)} pieces of ${formats.number(tried)} offers that it names.</p>${trials.map((each) => customerPanel(formats, each))}`,
    );
  },
  save: async (api, { document, replaces }) => {
    if (replaces === undefined) await api.send('POST', path, document);
    else
      await api.send('PUT', `${path}/${encodeURIComponent(replaces.id)}`, { ...document, version: replaces.version });
  },
});
