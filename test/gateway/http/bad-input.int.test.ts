import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullKey, scopelessKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, marketUseCases, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  edge = await startTestEdge(database.pool, { useCases: marketUseCases(database.pool), maxBodyBytes: 1_000 });
});

afterAll(async () => {
  await edge.stop();
  await database.close();
});

/**
 * Status and named fields of the problem that a request is answered with; everything that a problem
 * must have is checked.
 */
const problemOf = async (...[path, options, body]: Parameters<TestEdge['send']>) => {
  const answer = await edge.send(path, options, body);
  const problem = JSON.parse(answer.body);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^\/problems\/[a-z-]+$/),
    title: expect.any(String),
    detail: expect.any(String),
    status: answer.status,
    instance: path.split('?')[0],
    correlation_id: answer.headers['x-correlation-id'],
  });
  const violations: readonly { field: string; description: string }[] = problem.violations ?? [];
  for (const { field } of violations) expect(problem.detail).toContain(field);
  return { status: answer.status, fields: violations.map(({ field }) => field), headers: answer.headers, problem };
};

const post = (body: string | Uint8Array, contentType = 'application/json') =>
  problemOf('/v1/pricing', { method: 'POST', headers: { 'content-type': contentType } }, body);

const good = { offer_id: sharedOffer, quantity: 1 };

describe('a bad query is 400 and names the parameter', () => {
  it.each([
    ['no q', '/v1/products', ['q']],
    ['an empty q', '/v1/products?q=', ['q']],
    ['a blank q', '/v1/products?q=%20%20', ['q']],
    ['a blank q and blank filters', '/v1/products?q=&manufacturer=%20', ['q']],
    ['a q over 200 characters', `/v1/products?q=${'x'.repeat(201)}`, ['q']],
    ['a q with a NUL', '/v1/products?q=a%00b', ['q']],
    ['two q', '/v1/products?q=a&q=b', ['q']],
    ['a negative limit', '/v1/products?q=a&limit=-1', ['limit']],
    ['a limit above 500', '/v1/products?q=a&limit=501', ['limit']],
    ['a limit beyond any number', '/v1/products?q=a&limit=99999999999999999999', ['limit']],
    ['a limit in words', '/v1/products?q=a&limit=ten', ['limit']],
    ['a limit in parts', '/v1/products?q=a&limit=1.5', ['limit']],
    ['an unknown profile', '/v1/products?q=a&identity_profile_id=shoe', ['identity_profile_id']],
    ['a damaged cursor', '/v1/products?q=a&cursor=AAAA', ['cursor.token']],
    ['an unknown lifecycle', '/v1/products?q=a&lifecycle_status=active,old', ['lifecycle_status']],
    ['stock that is neither', '/v1/products?q=a&in_stock=maybe', ['in_stock']],
    ['a characteristic without a text', '/v1/products?q=a&characteristic=tolerance', ['characteristic.0']],
    ['an unknown facet', '/v1/products?q=a&facets=price', ['facets']],
    ['several at once', '/v1/products?q=&limit=-5&identity_profile_id=x', ['identity_profile_id', 'limit']],
    ['a blank id', '/v1/products/%20', ['id']],
    ['an id over 128 characters', `/v1/products/${'x'.repeat(129)}`, ['id']],
    ['an id with a NUL', '/v1/products/a%00', ['id']],
    ['a blank id of offers', '/v1/products/%20/offers', ['canonical_id']],
  ])('with %s', async (_, path, fields) => {
    expect(await problemOf(path)).toMatchObject({ status: 400, fields });
  });

  it('with the cursor of another query', async () => {
    const page = JSON.parse((await edge.send('/v1/products?q=RC0603FR&limit=5')).body);
    const { token } = page.next_cursor;
    expect((await edge.send(`/v1/products?q=RC0603FR&limit=7&cursor=${token}`)).status).toBe(200);
    expect(await problemOf(`/v1/products?q=RC0603&cursor=${token}`)).toMatchObject({
      status: 400,
      fields: ['cursor.token'],
    });
  });
});

describe('a bad price request is 400 and names the field', () => {
  it.each([
    ['malformed JSON', '{"offer_id":', ['body']],
    ['nothing', '', ['body']],
    ['a list', '[]', ['body']],
    ['an empty object', '{}', ['offer_id', 'quantity']],
    ['an empty offer_id', JSON.stringify({ ...good, offer_id: '' }), ['offer_id']],
    ['a numeric offer_id', JSON.stringify({ ...good, offer_id: 5 }), ['offer_id']],
    ['a negative quantity', JSON.stringify({ ...good, quantity: -1 }), ['quantity']],
    ['a zero quantity', JSON.stringify({ ...good, quantity: 0 }), ['quantity']],
    ['a quantity above int32', JSON.stringify({ ...good, quantity: 2_147_483_648 }), ['quantity']],
    ['a quantity in parts', JSON.stringify({ ...good, quantity: 1.5 }), ['quantity']],
    ['a quantity as text', JSON.stringify({ ...good, quantity: '5' }), ['quantity']],
    ['a quantity beyond any number', '{"offer_id":"x","quantity":1e999}', ['quantity']],
    ['an unknown zone', JSON.stringify({ ...good, delivery_zone: 'Atlantis' }), ['delivery_zone']],
    ['a date that is none', JSON.stringify({ ...good, date: 'tomorrow' }), ['date']],
    ['a date without a zone', JSON.stringify({ ...good, date: '2026-03-01T12:00:00' }), ['date']],
    ['a day that does not exist', JSON.stringify({ ...good, date: '2026-02-30T12:00:00Z' }), ['date']],
    ['a date before 1970', JSON.stringify({ ...good, date: '1969-12-31T23:59:59Z' }), ['date']],
    ['a date in a far future', JSON.stringify({ ...good, date: '9999-12-31T23:59:59Z' }), ['date']],
    ['an unknown field', JSON.stringify({ ...good, delivery_zon: 'EU' }), ['delivery_zon']],
  ])('with %s', async (_, body, fields) => {
    expect(await post(body)).toMatchObject({ status: 400, fields });
  });

  it('with bytes that are not UTF-8', async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...good, delivery_zone: 'Überall' }), 'latin1');
    expect(await post(latin1)).toMatchObject({ status: 400, fields: ['body'] });
  });

  it('naming the zones that exist', async () => {
    const { problem } = await post(JSON.stringify({ ...good, delivery_zone: 'Atlantis' }));
    expect(problem.detail).toBe('delivery_zone: must be one of EU, US');
  });
});

describe('what is not a matter of fields has a status of its own', () => {
  it.each([
    ['an unknown product', `/v1/products/prd_nothing`],
    ['the offers of an unknown product', `/v1/products/prd_nothing/offers`],
    ['an unknown path', '/v2/products'],
    ['a path with a slash too many', '/v1/products/'],
  ])('%s is 404', async (_, path) => {
    expect((await problemOf(path)).status).toBe(404);
  });

  it('the price of an unknown offer is 404', async () => {
    expect(await post(JSON.stringify({ ...good, offer_id: 'ofr_nothing' }))).toMatchObject({ status: 404, fields: [] });
  });

  it('another content type is 415', async () => {
    expect((await post(JSON.stringify(good), 'text/csv')).status).toBe(415);
  });

  it('a body over the limit is 413', async () => {
    expect((await post(JSON.stringify({ ...good, delivery_zone: 'x'.repeat(2_000) }))).status).toBe(413);
  });

  it.each([
    ['no key', ''],
    ['a wrong key', 'os_wrongwrongwrongwrongwrongwrong'],
    ['a malformed key', 'x'],
  ])('%s is 401 and says how to authenticate', async (_, key) => {
    const { status, headers } = await problemOf(`/v1/products/${resistorId(0)}`, { headers: { 'x-api-key': key } });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer realm="offerstream"');
  });

  it('a key without the scope is 403 and names it', async () => {
    const headers = { 'x-api-key': scopelessKey };
    const { status, problem } = await problemOf(`/v1/products/${resistorId(0)}`, { headers });
    expect(status).toBe(403);
    expect(problem.detail).toContain('"catalog"');
  });

  it('and the same requests without the mistake are 200', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': fullKey };
    for (const answer of [
      await edge.send(`/v1/products/${resistorId(0)}`),
      await edge.send(`/v1/products/${resistorId(0)}/offers`),
      await edge.send('/v1/products?q=RC0603FR&limit=500&manufacturer=yageo&identity_profile_id=electronic-component'),
      await edge.send(
        '/v1/pricing',
        { method: 'POST', headers },
        JSON.stringify({ ...good, date: '2026-03-01T12:00:00+01:00' }),
      ),
    ]) {
      expect(answer.status).toBe(200);
    }
  });
});
