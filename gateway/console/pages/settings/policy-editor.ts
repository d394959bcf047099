import { html } from 'hono/html';
import { type ConsoleApi, documentOf, type Policies, type PolicyTrial } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import { type Customer, createEditor, someCustomers } from './editor.ts';
import { maxSuppliers, someOffers } from './sample.ts';

/** The editor of visibility policies: what each customer would see no more, or see anew. */

type Target = PolicyTrial['targets'][number];

interface Sample {
  readonly product_ids: readonly string[];
  readonly offer_ids: readonly string[];
}

/** Targets that are shown of a customer. */
const maxShown = 12;

const path = '/v1/admin/visibility-policies';

/** Some offers of some suppliers, with the products that they are. */
const sampleOf = async (api: ConsoleApi): Promise<Sample> => {
  const offers = await someOffers(api);
  const products = offers.flatMap(({ product_id }) => (product_id === undefined ? [] : [product_id]));
  return { offer_ids: offers.map(({ offer_id }) => offer_id), product_ids: [...new Set(products)] };
};

const isChanged = ({ before, after }: Target): boolean => JSON.stringify(before) !== JSON.stringify(after);

const change = ({ before, after }: Target): Html => {
  if (before?.visible === true && after?.visible === false) return badge('not seen any more', 'bad');
  if (before?.visible === false && after?.visible === true) return badge('seen anew', 'good');
  const masked = [
    ...(after?.masked_fields ?? []),
    ...(after?.prices ?? []).flatMap((price) => (price.visible ? price.masked_fields : ['price'])),
  ];
  return masked.length === 0
    ? badge('no mask any more', 'good')
    : html`${badge('masked', 'warn')} <span class="faint">${[...new Set(masked)].join(', ')}</span>`;
};

const customerPanel = (formats: Formats, customer: Customer, targets: readonly Target[]): Html => {
  const changed = targets.filter(isChanged);
  return html`<details id="for-${customer.id}"${changed.length > 0 ? html` open` : ''}><summary>${customer.name}: ${formats.number(changed.length)} of ${formats.number(targets.length)} change</summary>
${
  changed.length === 0
    ? html`<p class="faint">It sees what it sees.</p>`
    : table(
        `What changes for ${customer.name}`,
        [{ name: 'What' }, { name: 'Id' }, { name: 'Change' }],
        changed
          .slice(0, maxShown)
          .map((each) => html`<tr><td>${each.kind}</td><td class="mono">${each.id}</td><td>${change(each)}</td></tr>`),
      )
}</details>`;
};

/** The editor. */
export const policyEditor = createEditor({
  path: 'policies',
  what: 'policy',
  list: path,
  example: {
    label: 'Who does not see what',
    target: 'offer',
    effect: 'deny',
    condition: 'caller.customer == "acme"',
    priority: 0,
  },
  hint: html`As the API has it: <span class="mono">condition</span> says in CEL for whom and what.
<span class="mono">docs/howto/visibility-policies.md</span> names targets and effects.`,
  read: async (api, id) => {
    const {
      id: _,
      version,
      ...document
    } = await api.get(documentOf<Policies['items'][number]>(), `${path}/${encodeURIComponent(id)}`);
    return { document, version };
  },
  dryRun: async (api, { document, replaces }, formats) => {
    const [customers, sample] = await Promise.all([someCustomers(api), sampleOf(api)]);
    const trials = await Promise.all(
      customers.map(async (customer) => {
        const caller = { customer_id: customer.id, group_ids: customer.groups };
        const asked = { policy: document, ...(replaces && { replaces: replaces.id }), caller, ...sample };
        const { targets } = (await api.send('POST', `${path}/dry-run`, asked)) as PolicyTrial;
        return { customer, targets };
      }),
    );
    return section(
      'What it would change',
      sample.offer_ids.length === 0
        ? empty('Nothing is sold yet', 'It can be put in force, but there is nothing to try it on.')
        : html`<p class="faint">Tried on ${formats.number(sample.offer_ids.length)} offers of at most ${formats.number(maxSuppliers)} suppliers, and on the products that they are.</p>
${trials.map(({ customer, targets }) => customerPanel(formats, customer, targets))}`,
    );
  },
  save: async (api, { document, replaces }) => {
    if (replaces === undefined) await api.send('POST', path, document);
    else
      await api.send('PUT', `${path}/${encodeURIComponent(replaces.id)}`, {
        ...document,
        expected_version: replaces.version,
      });
  },
});
