import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { openTick } from '../../../domain/ingestion/tick.ts';
import type { Reading } from '../../../domain/overview/reading.ts';
import { mountConsole } from '../../../gateway/console/mount-console.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductDemand } from '../../../storage/catalog/product-demand.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { testAudit } from '../../support/audit.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { borealis, observation, offerOf, priceOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/** Pages of operators over stored suppliers, as they are written. */

/** Texts that would do something if they were more than text. */
const hostile = {
  markup: '<img src=x onerror=alert(1)>',
  formula: '=HYPERLINK("http://evil.example")',
  direction: '\u202Egnp.exe\u202C',
  word: 'W'.repeat(300),
} as const;

const tick = openTick(
  { runId: 'run_hostile', supplierId: 'borealis', credentialId: 'crd_hostile', kind: 'prices' },
  ['prices'],
  new Date(Date.now() - 60_000),
);

let database: TestDatabase;
let edge: TestEdge;
let readings: readonly Reading[] = [];

const cookieOf = async (key: string): Promise<string> => {
  const answer = await fetch(`${edge.url}/console/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ credential: key }),
    headers: { origin: edge.url },
    redirect: 'manual',
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
};

const page = async (path: string, key = adminKey) => {
  const answer = await fetch(`${edge.url}/console/${path}`, { headers: { cookie: await cookieOf(key) } });
  return { status: answer.status, html: await answer.text() };
};

const submit = async (path: string, fields: Readonly<Record<string, string>>, key = adminKey) => {
  const answer = await fetch(`${edge.url}/console/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: edge.url, cookie: await cookieOf(key) },
    redirect: 'manual',
  });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
};

/**
 * Leaves the database with one offer, of Borealis and with a price of noon, which is of the only
 * product, which somebody wants, and with no policy.
 */
const oneWantedOffer = async (): Promise<void> => {
  const { sql } = database.pool;
  await sql`truncate product, event_stream, event, outbox, visibility_policy cascade`;
  await createObservationStore(sql).apply(
    [
      observation('A', {
        credentialId: 'crd_hostile',
        description: { mpn: hostile.markup, manufacturer: hostile.direction, text: hostile.word },
        price: priceOf('1'),
      }),
    ],
    untraced,
  );
  const now = new Date();
  const draft = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'WANTED' };
  await createCatalogStore(sql).upsert([draft], now, untraced);
  const [product] = await sql<{ id: string }[]>`select id from product where mpn = 'WANTED'`;
  await sql`update offer set product_id = ${product?.id ?? ''} where id = ${offerOf('A')}`;
  await createProductDemand(sql).add(new Map([[product?.id ?? '', 1]]), now);
};

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  await suppliers.putSupplier({ ...borealis, name: `${hostile.markup} & ${hostile.direction}` }, byTest);
  await suppliers.putCredential({
    id: 'crd_hostile',
    supplierId: 'borealis',
    scope: 'system',
    ownerId: undefined,
    label: `${hostile.formula} ${hostile.word} "><script>alert(2)</script>`,
    secret: { password: 'sesame' },
  });
  const token = (await createConnectorLeases(database.pool.sql).acquire('crd_hostile', 'one', 60_000)) ?? 0n;
  await createTickStore(database.pool.sql).save(tick, token, untraced);
  await oneWantedOffer();
  edge = await startTestEdge(database.pool, {
    maxBodyBytes: 100_000,
    admin: testAdmin(database, { readings: async () => readings }),
    audit: testAudit(database).desk,
    serveConsole: (app, given) =>
      mountConsole(app, given, { secret: new Uint8Array(32), showsComponents: false, pagesSharedForMs: 0 }),
  });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

it('an operator is led from an alert to what to do, to a paused supplier, and back', async () => {
  readings = [{ name: 'ingestion_lag_seconds', labels: { supplier_id: 'borealis' }, value: 50_000 }];
  const now = await page('now');
  expect(now.html).toContain('One alert fires');
  expect(now.html).toContain('Ingestion lag high');
  expect(now.html).toContain('13 hr');
  expect(now.html).toContain('href="/console/runbooks/ingestionlaghigh"');

  const runbook = await page('runbooks/ingestionlaghigh');
  expect(runbook.html).toContain('It fires for borealis: 13 hr, and fires at 12 hr.');
  expect(runbook.html).toContain('No tick of a supplier');
  expect(runbook.html).toContain('href="/console/connectors"');

  const paused = await submit('connectors/borealis/pause', { reason: `${hostile.markup} stocktaking`, ttl: '15m' });
  expect(paused).toMatchObject({ status: 303, location: '/console/connectors' });
  const stopped = (await page('connectors')).html;
  expect(stopped).toContain('Paused: &lt;img src=x onerror=alert(1)&gt; stocktaking');
  expect(stopped).toMatch(/ends <time datetime="[^"]+" title="[^"]+">in 14 min/);
  expect(stopped).toContain('ordered with <span class="mono">key_admin</span>');
  await submit('connectors/borealis/resume', {});
  expect((await page('connectors')).html).not.toContain('stocktaking');

  readings = [];
  expect((await page('now')).html).toContain('No alert fires.');
  expect((await page('runbooks/ingestionlaghigh')).html).toContain('It does not fire now.');
  expect((await page('runbooks/none')).status).toBe(404);
});

it('an operator sees which supplier keeps what is wanted too old, as the API tells it, and where to go', async () => {
  await oneWantedOffer();
  const answer = await fetch(`${edge.url}/v1/admin/overview`, { headers: { 'x-api-key': adminKey } });
  const { freshness } = (await answer.json()) as { freshness: unknown };
  const price = { offers: 1, stale: 1, within_share: 0, oldest_seconds: expect.any(Number), kept: false };
  expect(freshness).toEqual({
    suppliers: [{ supplier_id: 'borealis', price }],
    suppliers_left_out: 0,
    left_out_not_kept: 0,
  });
  const { html } = await page('now');
  expect(html).toContain('0 of 1 prices within the objective');
  expect(html).toContain('href="/console/connectors/borealis">Fetch, raise its rate');
});

it('fewer requests at once and calls in the log are ordered for a while, and are seen with their end', async () => {
  await submit('connectors/borealis/workers', { most: '2', ttl: '1h' });
  await submit('connectors/borealis/call-log', { ttl: '15m' });
  const { html } = await page('connectors/borealis');
  expect(html).toContain('At most 2 requests of a credential at once');
  expect(html).toContain('Every call is in the log');
  expect((await submit('connectors/borealis/workers', { most: 'many', ttl: '1h' })).status).toBe(400);
});

it('a secret is entered and sealed, and is in no page, answer or log', async () => {
  const shown = (await page('connectors/borealis')).html;
  for (const name of ['secret.login', 'secret.password'])
    expect(shown).toMatch(new RegExp(`name="${name}" type="password" autocomplete="new-password"`));
  const typed = { 'secret.login': 'typed-login', 'secret.password': 'typed-password' };
  const path = 'connectors/borealis/credentials';
  expect(await submit(path, { label: 'second account', scope: 'system', owner_id: '', ...typed })).toMatchObject({
    status: 303,
    location: '/console/connectors/borealis',
  });
  const refused = await submit(path, { label: 'third', scope: 'customer', owner_id: '', ...typed });
  expect([refused.status, refused.html.includes('owner_id')]).toEqual([400, true]);
  const lacking = await submit(`${path}/crd_new/secret`, { 'secret.login': 'typed-again', 'secret.password': '' });
  expect([lacking.status, lacking.html.includes('has no password')]).toEqual([400, true]);
  expect((await submit(`${path}/crd_new/secret`, { ...typed, 'secret.login': 'typed-again' })).status).toBe(303);
  expect((await submit(`${path}/crd_new/disable`, {})).status).toBe(303);
  expect((await page('connectors/borealis')).html).toMatch(/Use second account/);
  expect((await submit(`${path}/crd_new/enable`, {})).status).toBe(303);
  const { html } = await page('connectors/borealis');
  const everything = [shown, html, refused.html, lacking.html, (await page('audit')).html, ...edge.logged].join('\n');
  expect(everything).not.toContain('typed-');
  const credentials = await createSupplierStore(database.pool.sql, testSealer()).credentials(borealis);
  expect(credentials.find(({ id }) => id === 'crd_new')?.secret).toEqual({
    login: 'typed-again',
    password: 'typed-password',
  });
});

describe('an editor', () => {
  const rule = {
    name: `${hostile.markup} rule`,
    applies_to: { customers: ['acme'] },
    action: { kind: 'percent_discount', percent: '50' },
  };
  const edit = (path: string, what: 'try' | 'save', given: unknown, of = { id: '', version: '0' }) => {
    const document = typeof given === 'string' ? given : JSON.stringify(given);
    return submit(`settings/${path}/edit`, { ...of, document, do: what, ...(what === 'save' && { tried: document }) });
  };

  it('shows what a rule would change, and for whom, before it is in force', async () => {
    await oneWantedOffer();
    expect((await page('settings/rules/edit')).html).toContain('A new pricing rule');
    const tried = await edit('rules', 'try', rule);
    expect(tried.status).toBe(200);
    expect(tried.html).toContain('Acme: 1 of 1 prices change');
    expect(tried.html).toContain('Customers without a rule of their own: 0 of 1 prices change');
    expect(tried.html).toContain('cheaper');
    expect(tried.html).toContain('Put it in force');
    expect((await page('settings/rules')).html).toContain('No pricing rules');
    expect(await edit('rules', 'save', rule)).toMatchObject({ status: 303, location: '/console/settings/rules' });
    const list = (await page('settings/rules')).html;
    expect(list).toContain('&lt;img src=x onerror=alert(1)&gt; rule');
    const id = /rules\/edit\?id=([^"]+)"/.exec(list)?.[1] ?? '';
    expect((await page(`settings/rules/edit?id=${id}`)).html).toContain('percent_discount');
    const changed = { ...rule, enabled: false };
    const retried = await edit('rules', 'try', changed, { id, version: '1' });
    expect(retried.html).toContain('Acme: 1 of 1 prices change');
    expect(retried.html).toContain('dearer');
    expect((await edit('rules', 'save', changed, { id, version: '1' })).status).toBe(303);
    expect((await edit('rules', 'save', changed, { id, version: '1' })).status).toBe(409);
  });

  it('shows what a policy would hide, and from whom', async () => {
    await oneWantedOffer();
    const policy = { label: 'x', target: 'offer', effect: 'deny', condition: 'caller.customer == "acme"' };
    const tried = await edit('policies', 'try', policy);
    expect(tried.html).toMatch(/Acme: 1 of \d change/);
    expect(tried.html).toContain('not seen any more');
    expect((await page('settings/policies')).html).toContain('No policies');
    expect((await edit('policies', 'save', policy)).status).toBe(303);
    expect((await page('settings/policies')).html).not.toContain('No policies');
  });

  it('shows which offers a profile would make other products, and stores it only then', async () => {
    await oneWantedOffer();
    expect((await page('settings/profiles')).html).toContain('/console/settings/profiles/edit?id=electronic-component');
    const { html } = await page('settings/profiles/edit?id=electronic-component');
    expect(html).toContain('The profile electronic-component');
    const written = /<textarea[^>]*>([^<]*)</.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '';
    const profile = { ...JSON.parse(written), name: `${hostile.markup} parts` };
    const of = { id: 'electronic-component', version: '0' };
    const tried = await edit('profiles', 'try', profile, of);
    expect(tried.html).toContain('borealis: 0 of 1 offers are decided otherwise');
    expect(tried.html).toContain('Put it in force');
    expect((await page('settings/profiles')).html).toContain('version 0');
    expect((await edit('profiles', 'save', profile, of)).status).toBe(303);
    const list = (await page('settings/profiles')).html;
    expect(list).toContain('version 1');
    expect(list).not.toContain('<img src=x');
    expect((await page('settings/profiles/edit')).status).toBe(404);
  });

  it('puts nothing in force that was changed after it was tried', async () => {
    const changed = { document: JSON.stringify(rule), tried: '{}', do: 'save', id: '', version: '0' };
    const answer = await submit('settings/rules/edit', changed);
    expect(answer.status).toBe(200);
    expect(answer.html).toContain('What it would change');
  });

  it('keeps what was written when it is refused, and says which field it is', async () => {
    const refused = await edit('rules', 'try', { ...rule, action: { kind: 'percent_discount', percent: 'half' } });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('percent');
    expect(refused.html).toContain('&quot;half&quot;');
    expect(refused.html).not.toContain('Put it in force');
    const none = await edit('policies', 'save', '{"label": <script>alert(1)</script>');
    expect(none.status).toBe(400);
    expect(none.html).toContain('That is no JSON');
    expect(none.html).not.toContain('<script>alert');
  });
});

describe('a list of what is set', () => {
  it('is narrowed down, keeps that in its address, and says what to do where none is like it', async () => {
    const all = (await page('settings/customers')).html;
    expect(all).toContain('name="group" value=""');
    expect(all).not.toContain('Show all');
    const some = (await page('settings/customers?q=ACM&group=&limit=1')).html;
    expect(some).toContain('>acme<');
    expect(some).toContain('name="q" value="ACM"');
    expect(some).toContain('Show all');
    const none = (await page(`settings/customers?q=${encodeURIComponent(`"${hostile.markup}`)}`)).html;
    expect(none).toContain('None is like this');
    expect(none).toContain('<a href="/console/settings/customers">look at all of them</a>');
    expect(none).not.toContain('<img src=x');
  });

  it.each([
    ['rules?kind=tax', '<option value="tax" selected>'],
    ['rules?supplier=nobody', 'name="supplier" value="nobody"'],
    ['policies?target=supplier', '<option value="supplier" selected>'],
    ['profiles?characteristic=taste', 'name="characteristic" value="taste"'],
    ['webhooks?status=disabled', '<option value="disabled" selected>'],
  ])('says of %s that none is like it, with what was asked for', async (asked, field) => {
    const { status, html } = await page(`settings/${asked}`);
    expect(status).toBe(200);
    expect(html).toContain('None is like this');
    expect(html).toContain(field);
  });

  it('takes a word that is no choice, as of an old address, for nothing asked', async () => {
    const { status, html } = await page('settings/rules?kind=gift');
    expect(status).toBe(200);
    expect(html).not.toContain('Show all');
  });

  it('stays narrowed down once something of it is changed', async () => {
    await database.pool.sql`
      insert into webhook_endpoint (id, customer_id, url, description, event_types, secret, created_at)
      values ('whk_narrow', 'acme', 'https://shop.example/hook', '', array['estimate.ready'], '', now())`;
    const list = '/console/settings/webhooks';
    const disabledFrom = async (from: string): Promise<string | null> => {
      const answer = await fetch(`${edge.url}${list}/whk_narrow/disable`, {
        method: 'POST',
        headers: { origin: edge.url, referer: from, cookie: await cookieOf(adminKey) },
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      return answer.headers.get('location');
    };
    const asked = `${list}?customer=acme&status=enabled`;
    expect(await disabledFrom(`${edge.url}${asked}`)).toBe(asked);
    expect(await disabledFrom(`https://elsewhere.example${asked}`)).toBe(list);
    await database.pool.sql`delete from webhook_endpoint where id = 'whk_narrow'`;
  });
});

describe('attrition by package', () => {
  const set = (fields: Readonly<Record<'package' | 'percent' | 'pieces', string>>) =>
    submit('settings/attrition', fields);

  it('is set, changed by its package, and removed, each under the package’s one name', async () => {
    expect((await page('settings/attrition')).html).toContain('Nothing is said of any package');
    const done = { status: 303, location: '/console/settings/attrition' };
    expect(await set({ package: 'SOT23', percent: '2.5', pieces: '10' })).toMatchObject(done);
    const listed = (await page('settings/attrition')).html;
    const name = /settings\/attrition\?package=([^"]+)"/.exec(listed)?.[1] ?? '';
    expect(listed).toMatch(/>2\.5<\/td><td[^>]*>10<\/td>/);
    const shown = (await page(`settings/attrition?package=${name}`)).html;
    expect(shown).toContain('name="percent" value="2.5"');
    expect(await set({ package: decodeURIComponent(name), percent: '0', pieces: '20' })).toMatchObject(done);
    expect((await page('settings/attrition')).html).toMatch(/>0<\/td><td[^>]*>20<\/td>/);
    expect(await submit('settings/attrition/remove', { package: decodeURIComponent(name) })).toMatchObject(done);
    expect((await page('settings/attrition')).html).toContain('Nothing is said of any package');
  });

  it.each([
    [{ package: 'moon', percent: '1', pieces: '0' }, 'must name a package'],
    [{ package: '0402', percent: '101', pieces: '0' }, 'must be a number from 0 to 100'],
    [{ package: '0402', percent: '', pieces: '0' }, 'must be a number from 0 to 100'],
    [{ package: '0402', percent: '1', pieces: '0.5' }, 'must be a whole number from 0 to 1000000'],
  ])('keeps what was written when %o is refused, and says why', async (fields, why) => {
    const { status, html } = await set(fields);
    expect(status).toBe(400);
    expect(html).toContain(why);
    expect(html).toContain(`name="package" value="${fields.package}"`);
    expect((await page('settings/attrition')).html).toContain('Nothing is said of any package');
  });
});

describe('texts from outside', () => {
  it.each([
    'now',
    'connectors',
    'connectors/borealis',
    'review',
    'review/doubtful',
    'review/prices',
    'review/facts',
    'audit',
    'settings/rules',
    'settings/webhooks',
  ])('are text on the page %s, whatever they hold', async (path) => {
    const { status, html } = await page(path);
    expect(status).toBe(200);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('sesame');
  });
});

describe('a key of a customer', () => {
  it.each([
    'now',
    'live',
    'live/messages',
    'runbooks/outboxlaghigh',
    'connectors',
    'connectors/borealis',
    'review',
    'review/doubtful',
    'review/prices',
    'review/facts',
    'audit',
    'settings/rules',
    'settings/rules/edit',
    'settings/profiles/edit?id=electronic-component',
    'settings/webhooks',
    'settings/customers',
    'settings/attrition',
  ])('never sees the page %s of operators', async (path) => {
    const { status, html } = await page(path, fullKey);
    expect(status).toBe(403);
    expect(html).not.toContain('href="/console/now"');
    expect(html).not.toContain('borealis');
  });

  it.each([
    'connectors/borealis/pause',
    'connectors/borealis/workers',
    'connectors/borealis/credentials',
    'connectors/borealis/credentials/crd_hostile/secret',
    'settings/outbox/replay',
    'settings/attrition',
    'settings/attrition/remove',
    'settings/customers/acme/keys',
    'settings/customers/acme/keys/key_x/rotate',
    'settings/customers/acme/keys/key_x/revoke',
    'review/ofr_x/product',
    'review/ofr_x/undo',
  ])('may not do %s', async (path) => {
    expect((await submit(path, { reason: 'mischief', ttl: '1h', most: '1', package: '0402' }, fullKey)).status).toBe(
      403,
    );
  });
});

it('an operator gives an offer a product of its own, sees it, takes that back, and is told when it is too late', async () => {
  await oneWantedOffer();
  const id = offerOf('NAMELESS');
  const description = { text: `${hostile.markup} without a number` };
  await createObservationStore(database.pool.sql).apply(
    [observation('NAMELESS', { credentialId: 'crd_hostile', description })],
    untraced,
  );
  await database.pool.sql`update offer set matched_at = now(), match_rule = 'no_part_number' where id = ${id}`;
  const orphans = (await page('review')).html;
  expect(orphans).toContain('Create its product');
  expect(orphans).toContain('name="manufacturer"');
  expect(orphans).not.toContain('<img src=x');

  const made = await submit(`review/${id}/product`, { manufacturer: hostile.markup, mpn: 'HAND-1' });
  expect(made).toMatchObject({ status: 303, location: `/console/review?decided=${id}` });
  const after = (await page(`review?decided=${id}`)).html;
  expect(after).toContain('was given a product of its own');
  expect(after).not.toContain('without a number');
  const decision = /name="decision_id" value="(\d+)"/.exec(after)?.[1] ?? '';

  expect((await submit(`review/${id}/undo`, { decision_id: decision })).status).toBe(303);
  const undone = (await page(`review?decided=${id}`)).html;
  expect(undone).toContain('was put back as it was');
  expect(undone).toContain('without a number');
  await submit(`review/${id}/product`, { manufacturer: 'Acme', mpn: 'HAND-2' });
  const late = await submit(`review/${id}/undo`, { decision_id: decision });
  expect([late.status, late.html.includes('something newer was decided')]).toEqual([409, true]);
  expect((await submit(`review/${id}/product`, { manufacturer: '', mpn: '' })).status).toBe(400);
});

it('an operator confirms a doubtful match, takes that back, rejects it, and finds it without a product', async () => {
  await oneWantedOffer();
  const id = offerOf('DOUBT');
  const description = { mpn: 'WANTED', text: `${hostile.markup} that is probably it` };
  await createObservationStore(database.pool.sql).apply(
    [observation('DOUBT', { credentialId: 'crd_hostile', description })],
    untraced,
  );
  const [product] = await database.pool.sql<{ id: string }[]>`select id from product where mpn = 'WANTED'`;
  const productId = product?.id ?? '';
  await database.pool.sql`
    update offer set matched_at = now(), match_confidence = 'weak', match_rule = 'best_score', match_strategy = 'ml',
      match_evidence = ${{ part_number: hostile.markup }}, product_id = ${productId} where id = ${id}`;
  const isListed = async (path: string): Promise<boolean> => (await page(path)).html.includes('that is probably it');
  expect(await isListed('review/doubtful')).toBe(true);
  expect(await isListed('review/doubtful?confidence=weak')).toBe(true);
  expect(await isListed('review/doubtful?confidence=probable')).toBe(false);
  const weak = (await page('review/doubtful?confidence=weak')).html;
  // To confirm, to reject, and to create.
  expect(weak.split('name="confidence" value="weak"').length - 1).toBe(3);
  const { html } = await page('review/doubtful');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('part number</dt><dd>&lt;img src=x');
  expect((await page('now')).html).toContain('href="/console/review/doubtful">1 in doubt');

  const decide = (decision: string, confidence = '') =>
    submit(`review/${id}`, { decision, product_id: productId, queue: 'doubtful', confidence });
  const undo = async (confidence = '') => {
    const { html: after } = await page(`review/doubtful?decided=${id}&confidence=${confidence}`);
    const decision_id = /name="decision_id" value="(\d+)"/.exec(after)?.[1] ?? '';
    expect(after.includes('name="confidence" value="weak"')).toBe(confidence === 'weak');
    return submit(`review/${id}/undo`, { decision_id, queue: 'doubtful', confidence });
  };
  const location = `/console/review/doubtful?decided=${id}`;
  expect(await decide('confirm')).toMatchObject({ status: 303, location });
  expect((await page(`review/doubtful?decided=${id}`)).html).toContain('was confirmed');
  expect(await isListed('review/doubtful')).toBe(false);
  expect(await undo()).toMatchObject({ status: 303, location });
  expect(await isListed('review/doubtful')).toBe(true);
  expect(await decide('confirm', 'weak')).toMatchObject({ status: 303, location: `${location}&confidence=weak` });
  expect(await undo('weak')).toMatchObject({ status: 303, location: `${location}&confidence=weak` });
  expect((await decide('confirm', 'a&b')).location).toBe(location);
  await undo();
  expect(await decide('reject')).toMatchObject({ status: 303, location });
  expect((await page(`review/doubtful?decided=${id}`)).html).toContain('was rejected');
  expect(await isListed('review/doubtful')).toBe(false);
  expect(await isListed('review')).toBe(true);
});

it('an operator sees which price is held back beside the one that counts, and is led to the supplier', async () => {
  await oneWantedOffer();
  expect((await page('review/prices')).html).toContain('No price is held back');
  await createObservationStore(database.pool.sql).apply(
    [
      observation('A', {
        credentialId: 'crd_hostile',
        price: priceOf('90'),
        runId: 'run_2',
        observedAt: new Date(),
      }),
    ],
    untraced,
  );
  const { html } = await page('review/prices');
  expect(html).toMatch(/€1\.00.*€90\.00/s);
  expect(html).toContain('far from the one before');
  expect(html).toContain('href="/console/connectors/borealis">Fetch or pause');
  expect(html).not.toContain('<img src=x');
});

it('an address without a page says so in the console, with the ways on; who has not signed in is asked to', async () => {
  const { status, html } = await page('settings/nothing-like-this');
  expect(status).toBe(404);
  expect(html).toContain('There is no such page');
  expect(html).toContain('href="/console/now"');
  expect((await page('review/ofr_x/undo')).html).toContain('There is no such page');
  const stranger = await fetch(`${edge.url}/console/nothing-like-this`, { redirect: 'manual' });
  expect([stranger.status, stranger.headers.get('location')]).toEqual([
    303,
    '/console/sign-in?next=%2Fconsole%2Fnothing-like-this',
  ]);
  expect((await fetch(`${edge.url}/console/assets/nothing.js`)).status).toBe(404);
  const start = await fetch(`${edge.url}/console/`, { redirect: 'manual' });
  expect([start.status, start.headers.get('location')]).toEqual([303, '/console']);
});

it.each([
  ['/console/settings/attrition?package=0402', '/console/settings/attrition?package=0402'],
  ['/console/settings/attrition/remove', '/console'],
])('a form that %s sends after the session ended is not done, and leads by sign-in to %s', async (from, next) => {
  const answer = await fetch(`${edge.url}/console/settings/attrition/remove`, {
    method: 'POST',
    body: new URLSearchParams({ package: '0402' }),
    headers: { origin: edge.url, referer: edge.url + from },
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  expect([answer.status, new URL(location, edge.url).searchParams.get('next')]).toEqual([303, next]);
  const html = await (await fetch(edge.url + location)).text();
  expect(html).toContain('What you sent was not done; sign in and send it again.');
  expect(html).toContain(`name="next" value="${next}"`);
});

it('an operator narrows the audit trail down, keeps that in the address, and takes it along as a file', async () => {
  await submit('connectors/borealis/pause', { reason: 'to be found', ttl: '15m' });
  await submit('connectors/borealis/resume', {});
  const rows = (html: string): number => html.split('<tr>').length - 2;
  const found = (await page('audit?operation=admin.v1.Connectors/PauseConnector&target=borealis&outcome=done')).html;
  expect(found).toContain('>Pause connector</a></td>');
  expect(found).not.toContain('>Resume connector</a></td>');
  expect(found).toContain('value="borealis"');
  expect(found).toContain('<option value="done" selected>');
  const today = new Date().toISOString().slice(0, 10);
  expect(rows((await page(`audit?from=${today}`)).html)).toBeGreaterThan(0);
  expect(rows((await page(`audit?from=${today}&to=${today}`)).html)).toBeGreaterThan(0);
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  expect((await page(`audit?to=${yesterday}`)).html).toContain('No such record');
  expect((await page('audit?to=none')).status).toBe(400);
  expect((await page('audit?actor=%3Cimg%20src=x%3E')).html).not.toContain('<img src=x');
  expect(found).toContain('the newest 100,000 at most');
  const answer = await fetch(`${edge.url}/console/audit/export?format=csv&target=borealis`, {
    headers: { cookie: await cookieOf(adminKey) },
  });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(await answer.text()).toContain('ResumeConnector');
  expect((await page('audit/export?format=csv', fullKey)).status).toBe(403);
});

it('an outbox that nothing was set aside of is said to be so, and no more', async () => {
  const { status, html } = await page('settings/outbox');
  expect([status, html.includes('none was refused five times')]).toEqual([200, true]);
});

it.each([
  ['the operation', 'title="admin.v1.Connectors/PauseConnector"', 'operation=admin.v1.Connectors%2FPauseConnector'],
  ['the kind', 'title="connector"', 'target_kind=connector'],
  ['the target', 'class="mono"', 'target=borealis'],
  ['the actor', 'class="mono"', 'actor=key%3Akey_admin'],
])('%s of a record leads to all records of it, within what is asked for', async (_, attribute, filter) => {
  await submit('connectors/borealis/pause', { reason: 'to be followed', ttl: '15m' });
  await submit('connectors/borealis/resume', {});
  const links = (await page('audit?outcome=done')).html.match(/<a [^>]+>/g) ?? [];
  const link = links.find((each) => each.includes(attribute) && each.includes(filter)) ?? '';
  const query = /href="\/console\/(audit\?[^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(new URLSearchParams(query.replace('audit?', '')).get('outcome')).toBe('done');
  const { status, html } = await page(query);
  expect([status, html.includes('>Pause connector</a></td>')]).toEqual([200, true]);
});

it('an operator makes a key whose secret is shown once, gives it another, and revokes it', async () => {
  const place = 'settings/customers/acme';
  const form = new URLSearchParams({ label: `${hostile.markup} shop`, until: '2099-12-31' });
  for (const scope of ['catalog', 'pricing']) form.append('scopes', scope);
  const answer = await fetch(`${edge.url}/console/${place}/keys`, {
    method: 'POST',
    body: form,
    headers: { origin: edge.url, cookie: await cookieOf(adminKey) },
  });
  const made = await answer.text();
  const secretOf = (html: string): string => /class="mono raw">([^<]+)</.exec(html)?.[1] ?? '';
  const signsIn = async (secret: string): Promise<boolean> => secret !== '' && (await cookieOf(secret)) !== '';
  expect(made).not.toContain('<img src=x');
  expect(await signsIn(secretOf(made))).toBe(true);

  const list = (await page(place)).html;
  expect(list).toContain('&lt;img src=x onerror=alert(1)&gt; shop');
  expect(list).not.toContain(secretOf(made));
  const path = new RegExp(`/console/(${place}/keys/[^"/]+)/revoke"`).exec(list.slice(list.indexOf(' shop')))?.[1] ?? '';
  const rotated = await submit(`${path}/rotate`, { overlap: '0s' });
  expect(await signsIn(secretOf(rotated.html))).toBe(true);
  expect(secretOf(rotated.html)).not.toBe(secretOf(made));
  expect(await submit(`${path}/revoke`, {})).toMatchObject({ status: 303, location: `/console/${place}` });
  expect((await page(place)).html).not.toContain(`/console/${path}/revoke`);
  expect((await page('audit?operation=admin.v1.Callers/RevokeKey')).html).toContain('>Revoke key</a></td>');

  const refused = await submit(`${place}/keys`, { label: 'nothing "yet"', until: '2098-01-31' });
  expect([refused.status, refused.html.includes('<span class="mono">scopes</span>')]).toEqual([400, true]);
  expect(refused.html).toContain('value="nothing &quot;yet&quot;"');
  expect(refused.html).toContain('value="2098-01-31"');
  const past = await submit(`${place}/keys`, { label: 'late', until: '2020-01-31', scopes: 'pricing' });
  expect([past.status, past.html.includes('<span class="mono">expires_at</span>')]).toEqual([400, true]);
  expect(past.html).toContain('value="pricing" checked>');
});

it('a form of a key that is sent twice makes one key, and gives it one other secret', async () => {
  const place = 'settings/customers/acme';
  const hidden = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const secretOf = (html: string): string => /class="mono raw">([^<]+)</.exec(html)?.[1] ?? '';
  const fields = { label: 'twice', until: '', scopes: 'catalog', newest: hidden((await page(place)).html, 'newest') };
  const made = await submit(`${place}/keys`, fields);
  expect(made.status).toBe(200);
  const again = await submit(`${place}/keys`, fields);
  expect([again.status, again.html.includes('A key of this name was made just now')]).toEqual([409, true]);
  expect(again.html.split('<td>twice').length - 1).toBe(1);

  const row = again.html.slice(again.html.indexOf('<td>twice'));
  const path = new RegExp(`/console/(${place}/keys/[^"/]+)/rotate"`).exec(row)?.[1] ?? '';
  const rotation = { overlap: '1d', previous_until: hidden(row, 'previous_until') };
  const rotated = await submit(`${path}/rotate`, rotation);
  expect(secretOf(rotated.html)).not.toBe('');
  const twice = await submit(`${path}/rotate`, rotation);
  expect([twice.status, twice.html.includes('This key was given another secret just now')]).toEqual([409, true]);
  expect(twice.html).toMatch(/old one ends <time [^>]+>in /);
  for (const secret of [made, rotated].map(({ html }) => secretOf(html))) expect(await cookieOf(secret)).not.toBe('');

  const now = (await page(place)).html;
  const anew = { overlap: '1d', previous_until: hidden(now.slice(now.indexOf('<td>twice')), 'previous_until') };
  expect((await submit(`${path}/rotate`, anew)).status).toBe(200);
});
