import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** The states of the console that pictures are taken of, and how a service comes into them. */

/** A picture: its name, the page that it is of, and what is done there before it is taken. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

/** Asks the API of the service. */
export type Ask = (method: string, path: string, document?: object) => Promise<Record<string, unknown>>;

/** The API with a key; what it refuses is said. */
export const askWith =
  (url: string, key: string): Ask =>
  async (method, path, document) => {
    const headers = { 'x-api-key': key, ...(document && { 'content-type': 'application/json' }) };
    const body = document && { body: JSON.stringify(document) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };

/** A list as people have it: a title, German headings, doubts, a total, and unknown parts. */
const messyList = [
  'Board A rev. 3;;;;',
  ';;;;',
  'Menge;Bezeichnung;Hersteller;Referenz;Preis',
  '25;RC0603FR-0710KL;Yageo;R1-R4;0,01',
  'ca. 10;NE555P;TI;U1;0,30',
  '4;LM358;;U2 U3 U4 U5;',
  '250;CL10B104KB8NNNC;Samsung;C1, C2;0,02',
  '2;no such part 4711;;X1;',
  ';C9 100nF 0603 X7R;;C9;',
  'Summe;291;;;',
].join('\r\n');

/** Parts that nobody knows yet, so that suppliers are asked about them. */
const unknownList = (round: number): string =>
  Array.from({ length: 6 }, (_, at) => `${10 * (at + 1)} ERJ-3EKF${1_000 + 97 * round + 13 * at}V`).join('\n');

/** Starts an estimate over a text, and gives its id. */
const estimateOf = async (ask: Ask, name: string, text: string): Promise<string> => {
  const document = { source_document: Buffer.from(text).toString('base64'), source_name: name };
  return String((await ask('POST', '/v1/estimates', document)).id);
};

/** Suppliers are asked about parts that nobody here knows. */
const readyWithinMs = 120_000;

const isDone = async (ask: Ask, id: string): Promise<boolean> =>
  ['ready', 'error'].includes(String((await ask('GET', `/v1/estimates/${id}`)).status));

/** What there is to see of a buyer's. */
export interface Bought {
  readonly product: string;
  readonly offer: string;
  readonly estimate: string;
  readonly failed: string;
  readonly webhook: string;
}

/** The part with most offers among the first of a search. */
const wellOffered = async (ask: Ask): Promise<{ readonly product: string; readonly offer: string }> => {
  const { items } = (await ask('GET', '/v1/products?q=NE555&in_stock=true&limit=20')) as unknown as {
    readonly items: readonly { readonly id: string }[];
  };
  const offered = await Promise.all(
    items.map(async ({ id }) => {
      const { items: offers } = (await ask('GET', `/v1/products/${id}/offers`)) as unknown as {
        readonly items: readonly { readonly id: string }[];
      };
      return { product: id, offers };
    }),
  );
  const [best] = offered.toSorted((one, other) => other.offers.length - one.offers.length);
  return { product: best?.product ?? '', offer: best?.offers[0]?.id ?? '' };
};

/** Makes what a buyer has after a while. */
export const buy = async (ask: Ask): Promise<Bought> => {
  const [estimate, failed] = await Promise.all([
    estimateOf(ask, 'board-a.csv', messyList),
    estimateOf(ask, 'notes.txt', 'Please call me back.\nThanks!'),
  ]);
  await eventually(async () => (await isDone(ask, estimate)) && (await isDone(ask, failed)), readyWithinMs);
  await ask('PATCH', `/v1/estimates/${estimate}`, { compare: true, builds: { quantities: [10, 100, 1_000] } });
  await eventually(() => isDone(ask, estimate), readyWithinMs);
  const { webhook } = (await ask('POST', '/v1/webhooks', {
    url: 'https://shop.example/hooks/offerstream',
    description: 'web shop',
    event_types: ['estimate.ready', 'estimate.error', 'watch.price'],
  })) as unknown as { readonly webhook: { readonly id: string } };
  await ask('POST', `/v1/webhooks/${webhook.id}/test`);
  return { ...(await wellOffered(ask)), estimate, failed, webhook: webhook.id };
};

/** Does what operators do now and then, once. */
export const operate = async (ask: Ask): Promise<void> => {
  const { items } = (await ask('GET', '/v1/admin/pricing-rules')) as unknown as { readonly items: readonly unknown[] };
  if (items.length > 0) return;
  const connector = '/v1/admin/connectors';
  await ask('POST', `${connector}/tidewater/pause`, { reason: 'stocktaking until Friday', ttl: '4h' });
  await ask('PATCH', `${connector}/borealis/rate-limits`, { catalogue: { rate: 10, period: '1s' }, ttl: '1h' });
  await ask('POST', '/v1/admin/pricing-rules', {
    name: 'Gold customers',
    applies_to: { groups: ['gold'] },
    condition: 'quantity >= 100',
    action: { kind: 'percent_discount', percent: '5' },
  });
  await ask('POST', '/v1/admin/visibility-policies', {
    label: 'Only resellers see the house prices',
    target: 'price',
    effect: 'deny',
    condition: '"guests" in caller.groups && source.scope == "system"',
  });
};

/** Pages that a service shows as they are when nobody has used it. */
export const emptyPictures: Readonly<Record<'buyer' | 'operator', readonly Picture[]>> = {
  buyer: [
    { name: 'search-start', path: '/console/search' },
    { name: 'price-empty', path: '/console/price' },
    { name: 'estimates-empty', path: '/console/estimates' },
    { name: 'webhooks-empty', path: '/console/webhooks' },
  ],
  operator: [
    { name: 'review-empty', path: '/console/review' },
    { name: 'live-empty', path: '/console/live' },
    { name: 'audit-empty', path: '/console/audit' },
    { name: 'settings-rules-empty', path: '/console/settings/rules' },
    { name: 'settings-policies-empty', path: '/console/settings/policies' },
    { name: 'settings-webhooks-empty', path: '/console/settings/webhooks' },
    { name: 'settings-outbox', path: '/console/settings/outbox' },
  ],
};

/** What is seen without a session, or not at all. */
export const refusedPictures: readonly Picture[] = [
  { name: 'sign-in', path: '/console/sign-in' },
  { name: 'sign-in-expired', path: '/console/estimates' },
  {
    name: 'sign-in-refused',
    path: '/console/sign-in',
    act: async (page) => {
      await page.getByLabel('Key').fill('os_no-key-of-anybody');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.notice.bad').waitFor();
    },
  },
];

const openAll = async (page: Page): Promise<void> => {
  await page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true");
};

const seeLines = async (page: Page): Promise<void> => {
  await page.locator('#line-1').waitFor({ timeout: 60_000 });
};

/** Pages of a buyer who has used the service; `round` tells one look from another. */
export const buyerPictures = async (ask: Ask, made: Bought, round: number): Promise<readonly Picture[]> => {
  const { product, offer, estimate, failed, webhook } = made;
  const resolving = await estimateOf(ask, 'board-b.txt', unknownList(round));
  const at = `/console/estimates/${estimate}`;
  return [
    { name: 'estimate-resolving', path: `/console/estimates/${resolving}`, act: seeLines },
    { name: 'search', path: '/console/search?q=RC0603' },
    { name: 'search-filtered', path: '/console/search?q=RC0603&in_stock=true&lifecycle_status=new' },
    { name: 'search-nothing', path: '/console/search?q=nothing-like-this' },
    { name: 'product', path: `/console/products/${product}?quantity=250` },
    { name: 'product-details', path: `/console/products/${product}?quantity=250`, act: openAll },
    { name: 'product-not-found', path: '/console/products/prd_00000000000000000000' },
    { name: 'price', path: `/console/price?offer_id=${offer}&quantity=250&product_id=${product}` },
    { name: 'price-not-found', path: '/console/price?offer_id=ofr_none' },
    { name: 'estimates', path: '/console/estimates' },
    { name: 'estimate', path: at },
    { name: 'estimate-not-bought', path: `${at}?show=open`, act: openAll },
    { name: 'estimate-sheet', path: `${at}/sheet` },
    { name: 'estimate-failed', path: `/console/estimates/${failed}` },
    { name: 'estimate-failed-sheet', path: `/console/estimates/${failed}/sheet` },
    { name: 'webhooks', path: '/console/webhooks' },
    { name: 'webhook', path: `/console/webhooks/${webhook}` },
    { name: 'webhook-not-found', path: '/console/webhooks/whk_none' },
    { name: 'components', path: '/console/components' },
    { name: 'forbidden', path: '/console/now' },
  ];
};

const tryIt = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Try it' }).waitFor();
};

const tryNonsense = async (page: Page): Promise<void> => {
  await page
    .locator('textarea')
    .fill('{ "name": "Half", "action": { "kind": "percent_discount", "percent": "half" } }');
  await tryIt(page);
};

/** Waits for what passes, which suppliers that are asked now see to. */
const seeSomePass = async (page: Page): Promise<void> => {
  await page.locator('[data-tail] tbody tr').nth(5).waitFor({ timeout: 60_000 });
};

const settings = '/console/settings';

/** Pages of an operator of a service in use. */
export const operatorPictures: readonly Picture[] = [
  { name: 'now', path: '/console/now' },
  { name: 'runbook', path: '/console/runbooks/ingestionlaghigh' },
  { name: 'runbook-not-found', path: '/console/runbooks/none' },
  { name: 'live', path: '/console/live', act: seeSomePass },
  { name: 'connectors', path: '/console/connectors' },
  { name: 'supplier', path: '/console/connectors/borealis', act: openAll },
  { name: 'supplier-paused', path: '/console/connectors/tidewater' },
  { name: 'supplier-not-found', path: '/console/connectors/none' },
  { name: 'review', path: '/console/review' },
  { name: 'audit', path: '/console/audit' },
  { name: 'settings-rules', path: `${settings}/rules` },
  { name: 'settings-rules-none', path: `${settings}/rules?kind=tax&enabled=true` },
  { name: 'settings-rule-editor', path: `${settings}/rules/edit` },
  { name: 'settings-rule-tried', path: `${settings}/rules/edit`, act: tryIt },
  { name: 'settings-rule-refused', path: `${settings}/rules/edit`, act: tryNonsense },
  { name: 'settings-policies', path: `${settings}/policies` },
  { name: 'settings-policy-tried', path: `${settings}/policies/edit`, act: tryIt },
  { name: 'settings-profiles', path: `${settings}/profiles` },
  { name: 'settings-profile-editor', path: `${settings}/profiles/edit?id=electronic-component` },
  { name: 'settings-customers', path: `${settings}/customers` },
  { name: 'settings-keys', path: `${settings}/customers/demo` },
  { name: 'settings-keys-not-found', path: `${settings}/customers/nobody` },
  { name: 'settings-rates', path: `${settings}/rates` },
  { name: 'settings-attrition', path: `${settings}/attrition` },
  { name: 'review-doubtful', path: '/console/review/doubtful' },
  { name: 'review-prices', path: '/console/review/prices' },
  { name: 'review-facts', path: '/console/review/facts' },
  { name: 'settings-webhooks', path: `${settings}/webhooks` },
];
