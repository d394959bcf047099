import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EstimateWorld, estimateWorld, keyOf, partNumber } from '../../support/estimate-world.ts';
import { refusingUseCases, startTestEdge, type TestEdge } from '../../support/http-edge.ts';
import { watchToEnd } from '../../support/server-sent-events.ts';

interface EstimateJson {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly total_price_decimal?: string;
  readonly certificate?: { readonly gap: number };
  readonly lines: readonly { readonly chosen: readonly object[] }[];
}

describe('estimates over HTTP', () => {
  let world: EstimateWorld;
  let edge: TestEdge;
  beforeAll(async () => {
    world = await estimateWorld();
    const useCases = { ...refusingUseCases, estimates: world.useCases };
    edge = await startTestEdge(world.database.pool, { useCases, maxBodyBytes: 20_000, maxUploadBytes: 100_000 });
  });
  afterAll(async () => {
    await edge?.stop();
    await world?.close();
  });

  const key = { 'x-api-key': keyOf('acme') };
  const json = { ...key, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${edge.url}${path}`, { headers: key, ...init });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as EstimateJson };
  };
  const post = (body: object | string, headers: Record<string, string> = json) =>
    call('/v1/estimates', { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const upload = (fields: Readonly<Record<string, string>>, file?: string) => {
    const form = new FormData();
    if (file !== undefined) form.set('file', new Blob([file]), 'list.csv');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return call('/v1/estimates', { method: 'POST', headers: key, body: form });
  };
  const ready = async (id: string): Promise<EstimateJson> => {
    const states = await watchToEnd(`${edge.url}/v1/estimates/${id}/events?until=ready`, key);
    return states.at(-1) as EstimateJson;
  };
  const list = `Quantity,MPN\n10,${partNumber(0)}\n`;

  it('are made from lines, from a document in base64 and from an upload, and come to the same', async () => {
    const made = [
      await post({ lines: [{ mpn: partNumber(0), quantity: 10 }] }),
      await post({ source_document: Buffer.from(list).toString('base64') }),
      await upload({ optimization_mode: 'min_suppliers', build_quantity: '1' }, list),
      await upload(
        { table_map: JSON.stringify({ header_row: 1, columns: { 0: 'quantity', 1: 'part_number' } }) },
        list,
      ),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body } of made) {
      expect(body).toMatchObject({ status: 'parsing', version: 1 });
      expect(await ready(body.id)).toMatchObject({
        status: 'ready',
        total_price_decimal: '1',
        certificate: { gap: 0 },
        lines: [{ chosen: [{ quantity: 10 }] }],
      });
    }
  });

  it('show the sheet that they were read from, and read it again as they are told', async () => {
    const [one, other] = [partNumber(0), partNumber(1)];
    const messy = `Board A\nA;B;C\n3;${one};7\n4;${other};8\nTotal;;15\n`;
    const { body } = await upload({ optimization_mode: 'min_suppliers' }, messy);
    await ready(body.id);
    const sheet = await call(`/v1/estimates/${body.id}/sheet`);
    expect(sheet).toMatchObject({
      status: 200,
      body: {
        estimate_id: body.id,
        row_count: 5,
        can_be_read_again: true,
        rows: [
          { row: 1, cells: ['Board A'] },
          { row: 2, cells: ['A', 'B', 'C'] },
          { row: 3, cells: ['3', one, '7'], kind: 'line', line_number: 1 },
          { row: 4, cells: ['4', other, '8'], kind: 'line', line_number: 2 },
          { row: 5, cells: ['Total', '', '15'], kind: 'skipped', skipped_reason: 'note' },
        ],
      },
    });

    const corrected = { table_map: { header_row: 2, columns: { 1: 'part_number', 2: 'quantity' } } };
    const readAgain = (document: object, id = body.id, headers: Record<string, string> = json) =>
      call(`/v1/estimates/${id}/read-again`, { method: 'POST', headers, body: JSON.stringify(document) });
    const again = await readAgain(corrected);
    expect(again).toMatchObject({ status: 201, body: { status: 'parsing', source_name: 'list.csv' } });
    expect(again.body.id).not.toBe(body.id);
    expect(await ready(again.body.id)).toMatchObject({
      optimization_mode: 'min_suppliers',
      detected: { table_map: corrected.table_map },
      lines: [{ quantity: 7 }, { quantity: 8 }],
    });
    expect(await call(`/v1/estimates/${again.body.id}/sheet`)).toMatchObject({
      body: { table_map: corrected.table_map, rows: { 1: { kind: 'heading' } } },
    });

    const named = { table_map: { header_row: 2, columns: { 1: 'colour' } }, decimal_mark: '!' };
    expect(await readAgain(named)).toMatchObject({
      status: 400,
      body: { violations: [{ field: 'decimal_mark' }, { field: 'table_map.columns.1' }] },
    });
    expect(await readAgain(corrected, body.id, { ...json, 'x-api-key': keyOf('globex') })).toMatchObject({
      status: 404,
    });
    const lines = await post({ lines: [{ mpn: one, quantity: 1 }] });
    expect(await readAgain(corrected, lines.body.id)).toMatchObject({ status: 409 });
    expect(await call(`/v1/estimates/${lines.body.id}/sheet`)).toMatchObject({ status: 409 });
  });

  it('tell what a list without lines was taken for, so that it can be read again', async () => {
    const { body } = await upload({}, 'Dear all,\nplease find attached nothing at all.\n');
    expect(await ready(body.id)).toMatchObject({ status: 'error', error_reason: 'no_lines' });
    expect(await call(`/v1/estimates/${body.id}/sheet`)).toMatchObject({
      body: { can_be_read_again: true, rows: [{ row: 1, cells: ['Dear all,'] }, { row: 2 }] },
    });
  });

  it('tell what other baskets come to, also after a change', async () => {
    const lines = [{ mpn: partNumber(0), quantity: 10 }];
    const { body } = await post({ lines, compare: true, build_quantities: [3] });
    // 10 at 0.10 for one build.
    const total = (amount: string) => ({ total: { amount, currency: 'EUR' } });
    expect(await ready(body.id)).toMatchObject({
      comparison: Array(4).fill({ build_quantity: 1, ...total('1') }),
      builds: [{ build_quantity: 3, ...total('3') }],
    });
    const changes = { compare: false, builds: { quantities: [2] } };
    const path = `/v1/estimates/${body.id}`;
    const changed = await call(path, { method: 'PATCH', headers: json, body: JSON.stringify(changes) });
    expect(changed.status).toBe(200);
    const after = await ready(body.id);
    expect(after).toMatchObject({ builds: [{ build_quantity: 2, ...total('2') }] });
    expect(after).not.toHaveProperty('comparison');
  });

  it.each([
    ['no build at all', [5, 0], 'build_quantities[1]'],
    ['a quantity twice', [5, 5], 'build_quantities[1]'],
    ['more than ten', Array.from({ length: 11 }, (_, at) => at + 1), 'build_quantities'],
  ])('are refused with build quantities of %s', async (_, build_quantities, field) => {
    const lines = [{ mpn: partNumber(0), quantity: 10 }];
    const { status, body } = await post({ lines, build_quantities });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });

  it('are fetched, listed, exported, cancelled and deleted', async () => {
    // One that is older, on the next page of the list.
    await post({ lines: [{ mpn: partNumber(0), quantity: 1 }] });
    const { body } = await post({ lines: [{ raw_text: `5x ${partNumber(1)}` }] });
    await ready(body.id);
    const path = `/v1/estimates/${body.id}`;
    expect((await call(path)).body).toMatchObject({ id: body.id, status: 'ready' });
    const page = await fetch(`${edge.url}/v1/estimates?limit=1`, { headers: key });
    expect(await page.json()).toMatchObject({ items: [{ id: body.id, lines: [] }], next_cursor: {} });
    const file = await fetch(`${edge.url}${path}/export?format=csv`, { headers: key });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${body.id}.csv"`);
    expect(await file.text()).toContain(partNumber(1));
    expect((await call(`${path}/cancel`, { method: 'POST' })).body).toMatchObject({ status: 'ready' });
    expect((await call(path, { method: 'DELETE' })).body).toEqual({ estimate_id: body.id });
    expect((await call(path)).status).toBe(404);
    expect((await call(path, { method: 'DELETE' })).status).toBe(404);
  });

  it('read the switches of a form', async () => {
    const { status, body } = await upload({ compare: 'true' }, `mpn,qty\n${partNumber(1)},5\n`);
    expect(status).toBe(201);
    expect(((await ready(body.id)) as unknown as { comparison: object[] }).comparison).toHaveLength(4);
  });

  it('are changed, and refuse a change of a version that is no longer', async () => {
    const { body } = await post({ lines: [{ mpn: partNumber(1), quantity: 5 }] });
    const { version } = await ready(body.id);
    const patch = (changes: object) =>
      call(`/v1/estimates/${body.id}`, { method: 'PATCH', headers: json, body: JSON.stringify(changes) });
    const change = { expected_version: version, lines: [{ number: 1, quantity: 7 }] };
    expect(await patch(change)).toMatchObject({ status: 200, body: { status: 'optimizing', version: version + 1 } });
    expect(await ready(body.id)).toMatchObject({ lines: [{ chosen: [{ quantity: 7 }] }], changed_lines: [1] });
    expect((await patch(change)).status).toBe(409);
    const wrong = await patch({ lines: [{ number: 4 }], colour: 'red' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { violations: [{ field: 'colour' }] },
    });
  });

  it('are the same again for the same Idempotency-Key, which no other request may take', async () => {
    const headers = { ...json, 'idempotency-key': 'list 7' };
    const body = { lines: [{ mpn: partNumber(2), quantity: 1 }] };
    const [first, second] = [await post(body, headers), await post(body, headers)];
    expect(second.body.id).toBe(first.body.id);
    expect(await post({ lines: [{ mpn: partNumber(3), quantity: 1 }] }, headers)).toMatchObject({
      status: 422,
      body: { title: 'The Idempotency-Key was used for another request' },
    });
  });

  const line = { mpn: 'X', quantity: 1 };
  it.each<[string, object, readonly string[]]>([
    ['nothing to buy', {}, ['lines']],
    ['lines beside a document', { lines: [line], source_document: 'QUJD' }, ['lines']],
    ['a line that says nothing', { lines: [{ quantity: 3 }] }, ['lines[0].raw_text']],
    ['a negative quantity', { lines: [line, { mpn: 'X', quantity: -1 }] }, ['lines[1].quantity']],
    ['an unknown mode', { lines: [line], optimization_mode: 'cheap' }, ['optimization_mode']],
    ['an unknown policy', { lines: [line], substitute_policy: 'always' }, ['substitute_policy']],
    [
      'a policy that is unknown on a line',
      { lines: [{ ...line, substitute_policy: 'x' }] },
      ['lines[0].substitute_policy'],
    ],
    [
      'a saving of a line without its policy',
      { lines: [line, { ...line, substitute_saving_percent: 5 }], substitute_policy: 'when_cheaper' },
      ['lines[1].substitute_saving_percent'],
    ],
    [
      'a policy of a line without its saving',
      { lines: [{ ...line, substitute_policy: 'when_cheaper_by' }] },
      ['lines[0].substitute_saving_percent'],
    ],
    [
      'a saving of 0 on a line in place of that of the request',
      {
        lines: [{ ...line, substitute_saving_percent: 0 }],
        substitute_policy: 'when_cheaper_by',
        substitute_saving_percent: 5,
      },
      ['lines[0].substitute_saving_percent'],
    ],
    [
      'a saving of the request that no line looks at',
      { lines: [{ ...line, substitute_policy: 'when_cheaper' }], substitute_saving_percent: 5 },
      ['substitute_saving_percent'],
    ],
    [
      'grades of a line that takes no substitute',
      {
        lines: [{ ...line, substitute_policy: 'never', alternate_grades: ['upgrade'] }],
        substitute_policy: 'when_cheaper',
      },
      ['lines[0].alternate_grades'],
    ],
    [
      'no grade beside one',
      { lines: [{ ...line, substitute_policy: 'when_cheaper', alternate_grades: ['none', 'upgrade'] }] },
      ['lines[0].alternate_grades'],
    ],
    [
      'an alternative without a number',
      { lines: [{ ...line, alternatives: [{ mpn: ' ' }] }] },
      ['lines[0].alternatives[0].mpn'],
    ],
    [
      'more than ten alternatives',
      { lines: [{ ...line, alternatives: Array.from({ length: 11 }, () => ({ mpn: 'Y' })) }] },
      ['lines[0].alternatives'],
    ],
    ['an unknown zone', { lines: [line], delivery_zone: 'MOON' }, ['delivery_zone']],
    ['an unknown format', { source_document: 'QUJD', source_format: 'pdf' }, ['source_format']],
    ['no currency', { lines: [line], currency: 'euro' }, ['currency']],
    ['too much attrition', { lines: [line], attrition_percent: 101 }, ['attrition_percent']],
    ['too many builds', { lines: [line], build_quantity: 1e7 }, ['build_quantity']],
    ['a negative order cost', { lines: [line], order_costs: { alpha: '-1' } }, ['order_costs.alpha']],
    ['a map for lines', { lines: [line], table_map: { header_row: 1 } }, ['table_map']],
    [
      'a map of unknown meanings',
      { source_document: 'QUJD', table_map: { header_row: 1, columns: { 0: 'x' } } },
      ['table_map.columns.0'],
    ],
    ['a map without rows', { source_document: 'QUJD', table_map: { columns: {} } }, ['table_map.first_row']],
    ['a long delimiter', { source_document: 'QUJD', delimiter: ';;' }, ['delimiter']],
    [
      'a line chosen twice',
      {
        lines: [line],
        line_choices: [
          { number: 1, canonical_id: 'a' },
          { number: 1, canonical_id: 'b' },
        ],
      },
      ['line_choices[1].number'],
    ],
    ['no base64', { source_document: 'a b' }, ['source_document']],
    ['an unknown field', { lines: [line], mode: 'x' }, ['mode']],
    ['two wrong fields', { lines: [], currency: 'x' }, ['lines', 'currency']],
  ])('refuse %s and name the field', async (_, body, fields) => {
    const { status, body: problem } = await post(body);
    expect(status).toBe(400);
    const { violations } = problem as unknown as { violations: readonly { field: string }[] };
    expect(violations.map(({ field }) => field)).toEqual(fields);
  });

  it.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
    ['no file', {}, undefined, 'file'],
    ['an empty file', {}, '', 'file'],
    ['an unknown field', { colour: 'red' }, 'a,b', 'colour'],
    ['text for a number', { build_quantity: 'two' }, 'a,b', 'build_quantity'],
    ['a hexadecimal number', { build_quantity: '0x10' }, 'a,b', 'build_quantity'],
    ['a binary number', { attrition_percent: '0b1' }, 'a,b', 'attrition_percent'],
    ['an exponent', { build_quantity: '1e2' }, 'a,b', 'build_quantity'],
    ['a point without digits behind it', { attrition_percent: '1.' }, 'a,b', 'attrition_percent'],
    ['an empty number', { attrition_percent: '' }, 'a,b', 'attrition_percent'],
    ['a word for a switch', { compare: 'perhaps' }, 'a,b', 'compare'],
    ['a map that is not JSON', { table_map: '{' }, 'a,b', 'table_map'],
  ])('refuse a form with %s and name the field', async (_, fields, file, field) => {
    const { status, body } = await upload(fields, file);
    expect(status).toBe(400);
    expect(body).toMatchObject({ violations: [{ field }] });
  });

  it('refuse what is no form, too large, or of no key that may', async () => {
    const type = { ...key, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('not a form', type)).body).toMatchObject({ violations: [{ field: 'body' }] });
    expect((await upload({}, 'x'.repeat(200_000))).status).toBe(413);
    expect((await post({ source_document: 'QUJD'.repeat(10_000) })).status).toBe(413);
    expect((await post('{', { ...key, 'content-type': 'text/csv' })).status).toBe(415);
    expect((await post({ lines: [line] }, { 'content-type': 'application/json' })).status).toBe(401);
    expect((await call('/v1/estimates?cursor=abc')).body).toMatchObject({ violations: [{ field: 'cursor.token' }] });
    expect((await call('/v1/estimates?limit=501')).body).toMatchObject({ violations: [{ field: 'limit' }] });
  });

  it('send their problems before a stream begins', async () => {
    const path = `${edge.url}/v1/estimates/est_unknown/events`;
    expect((await fetch(path, { headers: key })).status).toBe(404);
    expect((await fetch(`${path}?until=later`, { headers: key })).status).toBe(400);
  });
});
