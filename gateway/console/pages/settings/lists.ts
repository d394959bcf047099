import { html } from 'hono/html';
import { ruleKinds } from '../../../../domain/pricing/rules/registry.ts';
import { effectKinds, targetKinds } from '../../../../domain/visibility/policy.ts';
import { type Customers, type CustomerWebhooks, documentOf, type Policies, type Profiles } from '../../api.ts';
import {
  actionButton,
  badge,
  type Column,
  compactTable,
  empty,
  purposeSection,
  table,
  tabs,
} from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { askedOf, filterForm, inWords, type ListFilter } from './list-filters.ts';

/** Lists of what operators have set, one page each; the admin API changes them. */

const pages = [
  { path: 'rules', name: 'Pricing rules' },
  { path: 'policies', name: 'Policies' },
  { path: 'profiles', name: 'Profiles' },
  { path: 'customers', name: 'Customers' },
  { path: 'rates', name: 'Exchange rates' },
  { path: 'attrition', name: 'Attrition' },
  { path: 'webhooks', name: 'Webhooks' },
  { path: 'outbox', name: 'Events' },
] as const;

/** A page of what operators have set. */
export type SettingsPath = (typeof pages)[number]['path'];

/** The heading of the pages, and which of them this is. */
export const settingsTabs = (current: SettingsPath): Html =>
  html`<h1>Settings</h1>${tabs(
    'Settings',
    pages.map(({ path, name }) => ({ name, href: `/console/settings/${path}`, isCurrent: path === current })),
  )}`;

/** How a list is asked for and shown. */
interface List<Item> {
  readonly path: SettingsPath;
  readonly from: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly purpose: Html | string;
  readonly itemsOf?: (document: object) => readonly Item[];
  /** What it is narrowed down by; left out: nothing. */
  readonly filters?: readonly ListFilter[];
  readonly columns: readonly Column[];
  readonly cells: (item: Item, formats: Formats) => readonly Html[];
  /** Whether it is short enough to stay a table on a phone. */
  readonly isCompact?: boolean;
  /** What stands beside the title. */
  readonly aside?: Html;
  /** What to do where there is none. */
  readonly ifNone: Html | string;
}

interface Paged<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string;
}

const cell = (content: Html | string): Html => html`<td>${content}</td>`;
const figure = (content: Html | string): Html => html`<td class="figure">${content}</td>`;

/** A word, or what goes without one. */
const wordOf = (text: string | undefined, otherwise: string): Html =>
  text === undefined || text === '' ? html`<span class="faint">${otherwise}</span>` : html`${text}`;

const listPage =
  <Item>({
    path,
    from,
    title,
    purpose,
    itemsOf,
    columns,
    cells,
    ifNone,
    isCompact,
    filters = [],
    aside = html``,
  }: List<Item>): PageHandler =>
  async ({ api, formats, query }) => {
    const cursor = query.get('cursor') ?? '';
    const asked = askedOf(filters, query);
    const document = await api.get(documentOf<Paged<Item>>(), from, { ...asked, cursor });
    const items = itemsOf?.(document) ?? document.items;
    const next = document.next_cursor;
    const here = `/console/settings/${path}`;
    const none =
      Object.keys(asked).length === 0
        ? empty(`No ${title.toLowerCase()}`, ifNone)
        : empty('None is like this', html`Ask for less, or <a href="${here}">look at all of them</a>.`);
    return {
      title,
      body: html`${settingsTabs(path)}${purposeSection(
        title,
        purpose,
        html`${filterForm(here, filters, asked)}${
          items.length === 0
            ? none
            : (isCompact === true ? compactTable : table)(
                title,
                columns,
                items.map((item) => html`<tr>${cells(item, formats)}</tr>`),
              )
        }`,
        aside,
      )}${next === undefined ? '' : html`<p><a class="button" href="${here}?${new URLSearchParams({ ...asked, cursor: next })}">Next page</a></p>`}`,
    };
  };

const enabledBadge = (isEnabled: boolean): Html => badge(isEnabled ? 'in force' : 'off', isEnabled ? 'good' : 'plain');

const words: ListFilter = { name: 'q', label: 'Words in it' };

const enabledFilter: ListFilter = {
  name: 'enabled',
  label: 'In force',
  choices: [
    ['true', 'in force'],
    ['false', 'off'],
  ],
};

const term = (formats: Formats, from: string | undefined, until: string | undefined): Html =>
  from === undefined && until === undefined
    ? html`<span class="faint">always</span>`
    : html`${from === undefined ? '' : html`from ${formats.age(new Date(from))}`} ${until === undefined ? '' : html`until ${formats.age(new Date(until))}`}`;

interface Rule {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: number;
  readonly valid_from?: string;
  readonly valid_until?: string;
  readonly condition?: string;
  readonly action: { readonly kind?: string; readonly type?: string };
}

/** The page of pricing rules. */
export const rulesPage = listPage<Rule>({
  path: 'rules',
  from: '/v1/admin/pricing-rules',
  title: 'Pricing rules',
  purpose: 'What a customer pays, where it is not what the supplier asks.',
  filters: [
    words,
    { name: 'kind', label: 'What it does', choices: inWords(Object.keys(ruleKinds)) },
    { name: 'customer', label: 'For customer' },
    { name: 'group', label: 'For group' },
    { name: 'supplier', label: 'Of supplier' },
    enabledFilter,
  ],
  columns: [
    { name: 'Rule' },
    { name: 'What it does' },
    { name: 'When' },
    { name: 'Priority', isFigure: true },
    { name: 'In force' },
  ],
  cells: (
    { id, version, name, enabled, priority, valid_from: from, valid_until: until, condition, action },
    formats,
  ) => [
    cell(
      html`<a href="/console/settings/rules/edit?id=${encodeURIComponent(id)}">${name}</a><div class="faint mono">${id}, version ${version}</div>`,
    ),
    cell((action.kind ?? action.type ?? '').replaceAll('_', ' ')),
    cell(html`<span class="mono">${wordOf(condition, 'always')}</span><div>${term(formats, from, until)}</div>`),
    figure(formats.number(priority)),
    cell(enabledBadge(enabled)),
  ],
  ifNone: 'Prices are those of the suppliers. A new rule is tried before it is in force.',
  aside: html`<a class="button" href="/console/settings/rules/edit">New rule</a>`,
});

/** The page of visibility policies. */
export const policiesPage = listPage<Policies['items'][number]>({
  path: 'policies',
  from: '/v1/admin/visibility-policies',
  title: 'Policies',
  purpose: 'Who may see which supplier, offer or price.',
  filters: [
    words,
    { name: 'target', label: 'What it is about', choices: inWords(targetKinds) },
    { name: 'effect', label: 'What it does', choices: inWords(effectKinds) },
    enabledFilter,
  ],
  columns: [
    { name: 'Policy' },
    { name: 'What it does' },
    { name: 'When' },
    { name: 'Priority', isFigure: true },
    { name: 'In force' },
  ],
  cells: (
    { id, version, label, target, effect, condition, priority, enabled, valid_from: from, valid_until: until },
    formats,
  ) => [
    cell(
      html`<a href="/console/settings/policies/edit?id=${encodeURIComponent(id)}">${label}</a><div class="faint mono">${id}, version ${version}</div>`,
    ),
    cell(html`${effect.replaceAll('_', ' ')} <span class="faint">${target.replaceAll('_', ' ')}</span>`),
    cell(html`<span class="mono">${condition}</span><div>${term(formats, from, until)}</div>`),
    figure(formats.number(priority)),
    cell(enabledBadge(enabled)),
  ],
  ifNone: 'Every caller sees everything. A new policy is tried before it is in force.',
  aside: html`<a class="button" href="/console/settings/policies/edit">New policy</a>`,
});

/** Characteristics that are listed by name; the rest is counted. */
const maxNamed = 12;

/** The page of identity profiles. */
export const profilesPage = listPage<Profiles['items'][number]>({
  path: 'profiles',
  from: '/v1/admin/identity-profiles',
  title: 'Profiles',
  purpose: 'When two offers are of the same part, and which figures a part has.',
  filters: [
    { name: 'q', label: 'Name' },
    { name: 'characteristic', label: 'Characteristic' },
  ],
  columns: [{ name: 'Profile' }, { name: 'What makes a part one' }, { name: 'Characteristics' }],
  cells: ({ id, version, name, identity_fields: identity, characteristics }, formats) => [
    cell(
      html`<a href="/console/settings/profiles/edit?id=${encodeURIComponent(id)}">${name}</a><div class="faint mono short">${id}, version ${version}</div>`,
    ),
    cell(identity.join(', ')),
    cell(
      html`${characteristics
        .slice(0, maxNamed)
        .map((each) => each.name.replaceAll('_', ' '))
        .join(
          ', ',
        )}${characteristics.length > maxNamed ? html` <span class="faint">and ${formats.number(characteristics.length - maxNamed)} more</span>` : ''}`,
    ),
  ],
  ifNone: 'There is always one.',
});

/** The page of customers. */
export const customersPage = listPage<Customers['items'][number]>({
  path: 'customers',
  from: '/v1/admin/customers',
  title: 'Customers',
  purpose: 'Who calls the service, with which keys.',
  filters: [
    { name: 'q', label: 'Name' },
    { name: 'group', label: 'In group' },
  ],
  columns: [{ name: 'Customer' }, { name: 'Groups' }, { name: 'Since', isFigure: true }, { name: '' }],
  cells: ({ id, name, groups, created_at: since }, formats) => [
    cell(html`${name}<div class="faint mono">${id}</div>`),
    cell(groups.length === 0 ? wordOf('', 'none') : html`${groups.map((group) => badge(group))}`),
    figure(formats.age(new Date(since))),
    cell(html`<a href="/console/settings/customers/${encodeURIComponent(id)}">Keys</a>`),
  ],
  ifNone: html`<span class="mono">PUT /v1/admin/customers/{customer}</span> makes one.`,
});

interface Rate {
  readonly currency: string;
  readonly day: string;
  readonly rate: string;
}

/** The page of exchange rates. */
export const ratesPage = listPage<Rate>({
  path: 'rates',
  from: '/v1/admin/exchange-rates',
  title: 'Exchange rates',
  purpose: 'How prices in other currencies are compared.',
  itemsOf: (document) => (document as { readonly rates: readonly Rate[] }).rates,
  isCompact: true,
  columns: [{ name: 'Currency' }, { name: 'For one euro', isFigure: true }, { name: 'Day', isFigure: true }],
  cells: ({ currency, day, rate }, formats) => [
    cell(html`<span class="mono">${currency}</span> <span class="faint">${formats.currency(currency)}</span>`),
    figure(formats.rate(Number(rate))),
    figure(formats.day(day)),
  ],
  ifNone: html`Prices in other currencies cannot be compared. <span class="mono">EXCHANGE_RATES_URL</span> has rates fetched, <span class="mono">npx offerstream import-rates</span> imports them.`,
});

/** The page of the endpoints of all customers. */
export const customerWebhooksPage = listPage<CustomerWebhooks['items'][number]>({
  path: 'webhooks',
  from: '/v1/admin/webhooks',
  title: 'Webhooks of customers',
  purpose: 'Where customers have notices delivered to.',
  filters: [
    words,
    { name: 'customer', label: 'Customer' },
    { name: 'status', label: 'Status', choices: inWords(['enabled', 'disabled']) },
  ],
  columns: [{ name: 'Endpoint' }, { name: 'Customer' }, { name: 'What it is told' }, { name: 'Status' }, { name: '' }],
  cells: ({ id, customer_id: customer, url, event_types: types, status, disabled_reason: why }) => [
    cell(html`<span class="raw">${url}</span><div class="faint mono">${id}</div>`),
    cell(customer),
    cell(html`${types.map((type) => badge(type))}`),
    cell(
      html`${badge(status, status === 'enabled' ? 'good' : 'warn')} <span class="faint">${why?.replaceAll('_', ' ')}</span>`,
    ),
    cell(
      status === 'enabled'
        ? actionButton(`/console/settings/webhooks/${id}/disable`, 'Disable')
        : actionButton(`/console/settings/webhooks/${id}/enable`, 'Enable'),
    ),
  ],
  ifNone: html`No customer has registered one. Customers do so under <em>Webhooks</em>, with their own key.`,
});

/** What operators do to an endpoint. */
const judgeWebhook =
  (what: 'disable' | 'enable'): ActionHandler =>
  async ({ api, param, sentFrom }) => {
    await api.send('POST', `/v1/admin/webhooks/${encodeURIComponent(param('webhook'))}/${what}`);
    const list = '/console/settings/webhooks';
    return sentFrom.startsWith(`${list}?`) ? sentFrom : list;
  };

/** Delivers nothing to an endpoint any more. */
export const disableWebhook = judgeWebhook('disable');
/** Delivers to an endpoint again. */
export const enableWebhook = judgeWebhook('enable');
