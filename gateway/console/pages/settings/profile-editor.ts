import { html } from 'hono/html';
import { type ConsoleApi, documentOf, type Orphans, type Profiles, type ProfileTrial } from '../../api.ts';
import { badge, empty, section, table, tally } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import { createEditor, type Draft } from './editor.ts';
import { someOffers } from './sample.ts';

/** The editor of identity profiles: which offers would be other products, what incomplete. */

type Tried = ProfileTrial['offers'][number];

/** Offers that are shown of a supplier. */
const maxShown = 12;

const path = '/v1/admin/identity-profiles';

const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

const decided = ({ product_id: product, creates_product: creates, confidence, rule }: Tried['draft']): Html => html`
${badge(confidence, confidence === 'exact' || confidence === 'strong' ? 'good' : 'warn')} ${
  creates
    ? 'a product of its own'
    : product === undefined
      ? 'no product'
      : html`<a class="mono" href="/console/products/${product}">${product}</a>`
} <span class="faint">${rule.replaceAll('_', ' ')}</span>`;

const triedRow = ({ mpn, manufacturer, offer_id: id, present, draft }: Tried): Html => html`<tr>
<td><span class="mono">${mpn ?? id}</span> <span class="faint">${manufacturer}</span></td><td>${decided(present)}</td><td>${decided(draft)}</td></tr>`;

const supplierPanel = (formats: Formats, supplier: string, tried: readonly Tried[]): Html => {
  const changed = tried.filter(({ changes }) => changes);
  return html`<details id="of-${supplier}"${changed.length > 0 ? html` open` : ''}><summary>${supplier}: ${formats.number(changed.length)} of ${formats.number(tried.length)} offers are decided otherwise</summary>
${
  changed.length === 0
    ? html`<p class="faint">Its offers stay what they are.</p>`
    : table(
        `Offers of ${supplier} that change`,
        [{ name: 'Offer' }, { name: 'At present' }, { name: 'With it' }],
        changed.slice(0, maxShown).map(triedRow),
      )
}</details>`;
};

const effect = (formats: Formats, { offers, products }: ProfileTrial): Html =>
  section(
    'What it would change',
    offers.length === 0
      ? empty('Nothing is sold yet', 'It can be put in force, but there is nothing to try it on.')
      : html`${tally([
          ['Offers tried', formats.number(offers.length)],
          ['Decided otherwise', formats.number(offers.filter(({ changes }) => changes).length)],
          ['Products looked at', formats.number(products.tried)],
          ['Incomplete now', formats.number(products.incomplete_now)],
          ['Incomplete with it', formats.number(products.incomplete_then)],
        ])}
${[...Map.groupBy(offers, ({ supplier_id: supplier }) => supplier)].map(([supplier, tried]) => supplierPanel(formats, supplier, tried))}`,
  );

/** Some offers that have a product, and the latest that have none. */
const sampleOf = async (api: ConsoleApi): Promise<readonly string[]> => {
  const [offers, { items: orphans }] = await Promise.all([
    someOffers(api),
    api.get(documentOf<Orphans>(), '/v1/admin/matching/orphans', {
      limit: '50',
    }),
  ]);
  return [...new Set([...offers, ...orphans].map(({ offer_id: id }) => id))];
};

const dryRun = async (api: ConsoleApi, { document, replaces }: Draft, formats: Formats): Promise<Html> => {
  const offer_ids = await sampleOf(api);
  const asked = { profile: document, offer_ids };
  return effect(formats, (await api.send('POST', `${pathOf(replaces?.id ?? '')}/dry-run`, asked)) as ProfileTrial);
};

/** The editor; profiles are changed in it, and begun through the API. */
export const profileEditor = createEditor({
  path: 'profiles',
  what: 'profile',
  list: path,
  hint: html`As the API has it. Once it is in force, every offer is decided again.
<span class="mono">docs/howto/change-a-profile.md</span> says what each field does.`,
  read: async (api, id) => {
    const [latest] = (await api.get(documentOf<Profiles>(), pathOf(id))).items;
    const { id: _, version = 0, changed_at, changed_by, ...document } = latest ?? { id, version: 0 };
    return { document, version };
  },
  dryRun,
  save: async (api, { document, replaces }) => {
    await api.send('PUT', pathOf(replaces?.id ?? ''), { ...document, expected_version: replaces?.version ?? 0 });
  },
});
