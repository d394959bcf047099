import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { EstimateLineInput, type EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import {
  asked,
  askedLines,
  callBy,
  type EstimateWorld,
  estimateWorld,
  offerAt,
  offered,
  partNumber,
  productOf,
  worldSize,
} from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';

const isReady = ({ status }: EstimateResponse): boolean => status === 'ready';
const hasEnded = ({ status }: EstimateResponse): boolean => status === 'ready' || status === 'error';

const csv = (text: string) => asked({ sourceDocument: Buffer.from(text), sourceName: 'list.csv' });

describe('estimates', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  const build = (request: Parameters<EstimateWorld['useCases']['buildEstimate']>[0], by = 'acme') =>
    world.useCases.buildEstimate(request, callBy(by));
  const built = async (request: Parameters<typeof build>[0]): Promise<EstimateResponse> => {
    const { id } = await build(request);
    const last = (await world.watchUntil(id, hasEnded)).at(-1);
    if (last === undefined) throw new Error('nothing was seen');
    return last;
  };

  it('are published as the store has them', async () => {
    const document = `Qty;MPN;Price\n5;NOT-A-PART-1;0,10\n7;${partNumber(1)};\n`;
    for (const request of [askedLines(5), csv(document)]) {
      const { id } = await build(request);
      const published = new Map<number, unknown>();
      const changes = world.states.estimates.of(id).subscribe(({ version, state }) => {
        if (version !== undefined && state !== undefined) published.set(version, state);
      });
      const { version = 0 } = (await world.watchUntil(id, isReady)).at(-1) ?? {};
      changes.unsubscribe();
      expect(published.get(version)).toEqual(await world.stores.estimates.estimate(id, 'acme'));
    }
  });

  it('go from parsing over optimizing to ready, with rising versions, the best basket and its proof', async () => {
    const { id, status, version } = await build(askedLines(5));
    expect({ status, version }).toEqual({ status: 'parsing', version: 1 });
    const seen = await world.watchUntil(id, isReady);
    const order = ['parsing', 'optimizing', 'ready'];
    expect(seen.map((each) => order.indexOf(each.status))).toEqual(
      seen.map((each) => order.indexOf(each.status)).toSorted(),
    );
    expect(seen.map((each) => each.version)).toEqual([...new Set(seen.map((each) => each.version))].toSorted());
    const ready = seen.at(-1);
    // 10 + 11 + 12 + 13 + 14 pieces of the cheapest supplier at 0.10.
    expect(ready).toMatchObject({
      totalPriceDecimal: '6',
      currency: 'EUR',
      certificate: { gap: 0, isFirstAimProven: true, suppliers: 1 },
      lineCounts: { total: 5, bought: 5, unresolved: 0 },
      orders: [{ supplierId: 'alpha', supplierName: 'alpha', goods: { amount: '6', currency: 'EUR' } }],
    });
    expect(ready?.lines[0]).toMatchObject({
      canonicalId: productOf(0),
      pieces: 10,
      chosen: [
        {
          offerId: offerAt('alpha', 0),
          quantity: 10,
          price: { amount: '1', currency: 'EUR' },
          supplierName: 'alpha',
          product: { manufacturer: 'Yageo', mpn: partNumber(0), description: '' },
          leadTimeDays: 2,
          ships: { kind: 'in_stock', days: 0 },
        },
      ],
      shipsInDays: 0,
      alternatives: [{ offerId: offerAt('beta', 0) }, { offerId: offerAt('gamma', 0) }],
    });
  });

  it('write all their events under the correlation id and in the trace of the request', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const { id } = await world.useCases.buildEstimate(askedLines(2), {
      ...callBy('acme'),
      correlationId: 'the-request',
      traceparent,
    });
    await world.watchUntil(id, isReady);
    const events = await world.database.pool.sql<{ type: string; correlation: string; trace: string }[]>`
      select type, correlation_id as correlation, split_part(traceparent, '-', 2) as trace
      from event where aggregate_id = ${id} order by version`;
    expect(events.map(({ type }) => type)).toEqual(['estimate.started', 'estimate.optimizing', 'estimate.ready']);
    expect(new Set(events.map(({ correlation, trace }) => `${correlation} ${trace}`))).toEqual(
      new Set([`the-request ${'a'.repeat(32)}`]),
    );
  });

  it('price what they buy as CalculatePrice does', async () => {
    const { lines } = await built(askedLines(3));
    expect(lines.flatMap(({ chosen }) => chosen.map(({ price }) => price?.amount))).toEqual(['1', '1.1', '1.2']);
  });

  it('read a document, say how, and follow a map that is sent back corrected', async () => {
    const text = `Quantity;Spare;MPN\n5;7;${partNumber(0)}\n6;8;${partNumber(1)}\n`;
    const first = await built(csv(text));
    expect(first).toMatchObject({
      status: 'ready',
      sourceName: 'list.csv',
      detected: { delimiter: ';', tableMap: { headerRow: 1, columns: { 0: 'quantity', 2: 'part_number' } } },
    });
    expect(first.lines.map(({ pieces }) => pieces)).toEqual([5, 6]);
    const tableMap = {
      sheet: '',
      headerRow: 1,
      firstRow: 0,
      lastRow: 0,
      lineRows: [],
      otherRows: [],
      score: 0,
      columns: { 1: 'quantity', 2: 'part_number' },
    };
    const second = await built({ ...csv(text), tableMap });
    expect(second.lines.map(({ pieces }) => pieces)).toEqual([7, 8]);
  });

  it('offer other readings with their scores, and take one that is sent back, up to the row that it names', async () => {
    const text = [
      'Quantity,MPN,Price',
      `5,${partNumber(0)},1`,
      `6,${partNumber(1)},1`,
      '',
      'Quantity,MPN,Notes',
      `7,${partNumber(0)},`,
      `8,${partNumber(1)},`,
    ].join('\n');
    const first = await built(csv(text));
    expect(first.lines.map(({ pieces }) => pieces)).toEqual([5, 6]);
    const other = first.detected?.otherMaps.find(({ headerRow }) => headerRow === 5);
    if (other === undefined) throw new Error('the second table is not offered');
    expect(other.score).toBeGreaterThan(0);
    expect(other.score).toBeLessThanOrEqual(1);
    expect((await built({ ...csv(text), tableMap: other })).lines.map(({ pieces }) => pieces)).toEqual([7, 8]);
    const shorter = await built({ ...csv(text), tableMap: { ...other, lastRow: 6 } });
    expect(shorter.lines.map(({ pieces }) => pieces)).toEqual([7]);
    const without = await built({ ...csv(text), tableMap: { ...other, otherRows: [6] } });
    expect(without.lines.map(({ pieces }) => pieces)).toEqual([8]);
  });

  it('keep a bad line from spoiling the others, and say in words why it is not bought', async () => {
    const text = `Quantity,MPN\n5,${partNumber(0)}\nlots,${partNumber(1)}\n3,NEVERHEARDOF98\n`;
    const { lines, status } = await built(csv(text));
    expect(status).toBe('ready');
    expect(lines.map(({ unresolvedReason }) => unresolvedReason)).toEqual(['', 'quantity_unknown', 'not_found']);
    expect(
      lines.every(
        ({ unresolvedReason, unresolvedMessage }) => (unresolvedReason === '') === (unresolvedMessage === ''),
      ),
    ).toBe(true);
  });

  it('buy lines of one product together and share what was bought among them', async () => {
    const number = partNumber(6);
    await world.observe(offered('alpha', 6, '0.10', { stock: 25 }));
    const { lines } = await built(csv(`Quantity,MPN\n20,${number}\n20,${number}\n`));
    expect(lines.map(({ pieces }) => pieces)).toEqual([20, 20]);
    const bought = lines.flatMap(({ chosen }) => chosen);
    const from = (supplier: string): number =>
      bought.filter(({ supplierId }) => supplierId === supplier).reduce((sum, { quantity }) => sum + quantity, 0);
    expect([from('alpha'), from('beta')]).toEqual([25, 15]);
    expect(lines.map(({ chosen }) => chosen.reduce((sum, { quantity }) => sum + quantity, 0))).toEqual([20, 20]);
  });

  it('order beyond the stock where they are told to, and show what ships later as a purchase of its own', async () => {
    await world.observe(offered('alpha', 9, '0.02', { stock: 8 }));
    const lines = askedLines(10).lines.slice(9);
    const whole = await built(asked({ lines, backOrderPolicy: 'allow' }));
    // 19 at 0.02 are 0.38, of which 8 are 0.16.
    expect(whole.lines[0]).toMatchObject({
      shipsInDays: 2,
      price: { amount: '0.38' },
      chosen: [
        { quantity: 8, price: { amount: '0.16' }, ships: { kind: 'in_stock', days: 0 }, warehouses: [{ quantity: 8 }] },
        { quantity: 11, price: { amount: '0.22' }, ships: { kind: 'back_order', days: 2 }, warehouses: [] },
      ],
    });
    expect(whole.certificate).toMatchObject({ leadTimeDays: 2, suppliers: 1, gap: 0 });
    const stocked = await built(asked({ lines, backOrderPolicy: 'when_needed' }));
    expect(stocked.lines[0]?.chosen.map(({ supplierId, quantity }) => [supplierId, quantity])).toEqual([
      ['alpha', 8],
      ['beta', 11],
    ]);
  });

  it('doubt a purchase of more than ten times the need', async () => {
    const reel = { ...offered('alpha', 7, '0.001'), minimumOrderQuantity: 1000, orderMultiple: 1000 };
    await world.observe(reel);
    const listOf = (...quantities: readonly number[]): string =>
      ['Quantity,MPN,Manufacturer', ...quantities.map((each) => `${each},${partNumber(7)},Yageo`)].join('\n');
    expect((await built(csv(listOf(60, 40)))).lines.flatMap(({ doubts }) => doubts)).toEqual([]);
    const [line] = (await built(csv(listOf(99)))).lines;
    expect(line?.chosen).toMatchObject([{ quantity: 1000 }]);
    expect(line?.doubts).toMatchObject([
      { code: 'far_more_than_needed', text: expect.stringMatching(/^1000 are bought where 99 are needed/) },
    ]);
  });

  it('count order costs and build quantity, and prefer fewer orders where they pay', async () => {
    await world.observe(offered('alpha', 8, '0.10', { stock: 5 }), offered('beta', 8, '0.11', { stock: 10_000 }));
    const one = await built(asked({ ...askedLines(1), buildQuantity: 3, attritionPercent: 10 }));
    expect(one.lines[0]?.pieces).toBe(30);
    expect(one.lines[0]?.chosen[0]?.quantity).toBe(33);
    const lines = askedLines(9).lines.slice(7);
    const orderCosts = { alpha: '50', beta: '50', gamma: '50' };
    const { orders, totalPriceDecimal } = await built(asked({ lines, orderCosts }));
    expect(orders.map(({ supplierId, orderCost }) => [supplierId, orderCost?.amount])).toEqual([['beta', '50']]);
    expect(totalPriceDecimal).toBe('53.85');
  });

  it('take of all products with the figures of a line the one that costs least', async () => {
    const [first, last] = [worldSize - 2, worldSize - 1].toSorted((a, b) => (productOf(a) < productOf(b) ? -1 : 1));
    const characteristics = { category: 'Chip resistor', resistance: '47 Ω', tolerance: '±1 %', package: '0603' };
    await world.stores.catalog.upsert(
      [first, last].map((at = 0) => ({
        profileId: defaultProfile.id,
        manufacturer: 'Yageo',
        mpn: partNumber(at),
        characteristics,
      })),
      new Date(),
      untraced,
    );
    await world.observe(...['alpha', 'beta', 'gamma'].map((supplier) => offered(supplier, first ?? 0, '0.90')));
    const { lines } = await built(
      asked({ lines: [EstimateLineInput.fromPartial({ rawText: '10x resistor 47 Ohm 0603 1%' })] }),
    );
    const named = (at = 0) => ({ product: { manufacturer: 'Yageo', mpn: partNumber(at) } });
    expect(lines[0]?.chosen).toMatchObject([
      { offerId: offerAt('alpha', last ?? 0), isSubstitute: false, ...named(last) },
    ]);
    expect(lines[0]).toMatchObject({ ...named(first), candidates: [named(last)] });
    expect(lines[0]?.doubts.map(({ code }) => code)).toContain('figures_only');
  });

  it('take the product that a person has chosen for a line, and remember it', async () => {
    const request = csv('Quantity,MPN\n5,NOSUCHPART99\n');
    const { lines } = await built({ ...request, lineChoices: [{ number: 1, canonicalId: productOf(2) }] });
    expect(lines[0]).toMatchObject({ canonicalId: productOf(2), resolutionRule: 'chosen', pieces: 5 });
    const again = await built(request);
    expect(again.lines[0]).toMatchObject({ canonicalId: productOf(2), pieces: 5 });
    const lineChoices = [productOf(2), 'prd_unknown', 'prd_other'].map((canonicalId, at) => ({
      number: at + 1,
      canonicalId,
    }));
    await expect(build({ ...request, lineChoices })).rejects.toMatchObject({
      kind: 'invalid_argument',
      violations: [1, 2].map((at) => ({
        field: `line_choices[${at}].canonical_id`,
        description: 'is the id of no product',
      })),
    });
  });

  it.each([
    ['a damaged spreadsheet', Buffer.from('PK\u0003\u0004 and nothing more'), 'unreadable'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), 'unreadable'],
    ['a line of two million characters', Buffer.from(`MPN,Quantity\n${'x'.repeat(2_000_000)},1\n`), 'unreadable'],
    ['a heading alone', Buffer.from('Quantity,MPN\n'), 'no_lines'],
  ])('end as an error that a buyer understands for %s', async (_, sourceDocument, reason) => {
    const failed = await built(asked({ sourceDocument }));
    expect(failed).toMatchObject({ status: 'error', errorReason: reason });
    expect(failed.errorMessage).toMatch(/^The document .{10,}\.$/);
  });

  it('are recomputed when a price that they rest on changes, naming the lines', async () => {
    const { id } = await build(askedLines(5));
    const [ready] = (await world.watchUntil(id, isReady)).slice(-1);
    const next = world.watchUntil(id, ({ version }) => version > (ready?.version ?? 0));
    await world.observe(offered('alpha', 3, '0.50'));
    expect((await next).at(-1)).toMatchObject({ status: 'ready', changedLines: [4], totalPriceDecimal: '6.13' });
    const { version } = await world.useCases.getEstimate({ estimateId: id }, callBy('acme'));
    await world.observe(offered('alpha', 3, '0.50'));
    await eventually(async () => {
      const [row] = await world.database.pool.sql<{ idle: boolean }[]>`
        select wanted_at is null and not is_recomputing as idle from estimate where id = ${id}`;
      return row?.idle;
    });
    expect(await world.useCases.getEstimate({ estimateId: id }, callBy('acme'))).toMatchObject({ version });
    await world.observe(offered('alpha', 3, '0.10'));
  });

  it('belong to the customer who asked: to others they do not exist', async () => {
    const { id } = await build(askedLines(1));
    const { getEstimate, cancelEstimate, deleteEstimate, exportEstimate, watchEstimate, listEstimates } =
      world.useCases;
    const other = callBy('globex');
    const refused = { kind: 'not_found' };
    await expect(getEstimate({ estimateId: id }, other)).rejects.toMatchObject(refused);
    await expect(cancelEstimate({ estimateId: id }, other)).rejects.toMatchObject(refused);
    await expect(deleteEstimate({ estimateId: id }, other)).rejects.toMatchObject(refused);
    await expect(exportEstimate({ estimateId: id, format: '', seller: '', cartForm: '' }, other)).rejects.toMatchObject(
      refused,
    );
    const watching = watchEstimate({ estimateId: id, untilReady: true }, other)[Symbol.asyncIterator]();
    await expect(watching.next()).rejects.toMatchObject(refused);
    const { items } = await listEstimates({ limit: 0, cursor: undefined }, other);
    expect(items.map((each) => each.id)).not.toContain(id);
  });

  it('are the same for the same key and request, and refused for another request', async () => {
    const request = askedLines(2, { idempotencyKey: 'once' });
    const [a, b] = await Promise.all([build(request), build(request)]);
    expect(a.id).toBe(b.id);
    await expect(build(askedLines(3, { idempotencyKey: 'once' }))).rejects.toMatchObject({ kind: 'key_reused' });
    const others = await build(request, 'globex');
    expect(others.id).not.toBe(a.id);
  });

  it('are listed newest first, page by page, each once', async () => {
    for (let number = 0; number < 4; number += 1) await build(askedLines(1));
    const seen: string[] = [];
    let cursor: { token: string } | undefined;
    do {
      const page = await world.useCases.listEstimates({ limit: 3, cursor }, callBy('acme'));
      expect(page.items.every(({ lines }) => lines.length === 0)).toBe(true);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const [row] = await world.database.pool.sql<{ ids: string[] }[]>`
      select array_agg(id order by created_at desc, id desc) as ids from estimate where customer_id = 'acme'`;
    expect(seen).toEqual(row?.ids);
  });

  it('end for their watchers when they are deleted', async () => {
    const { id } = await build(askedLines(1));
    await world.watchUntil(id, isReady);
    const isWatched = Promise.withResolvers<void>();
    const watched = world.watchUntil(id, () => {
      isWatched.resolve();
      return false;
    });
    await isWatched.promise;
    await world.useCases.deleteEstimate({ estimateId: id }, callBy('acme'));
    expect((await watched).at(-1)?.status ?? 'ready').toBe('ready');
    await expect(world.useCases.getEstimate({ estimateId: id }, callBy('acme'))).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('become files in which no cell is a formula', async () => {
    const text = `Quantity,MPN,Description\n5,${partNumber(0)},"=HYPERLINK(""http://evil"",1)"\n1,@SUM(A1),x\n`;
    const { id } = await built(csv(text));
    const file = await world.useCases.exportEstimate(
      { estimateId: id, format: 'csv', seller: '', cartForm: '' },
      callBy('acme'),
    );
    const rows = Buffer.from(file.content).toString().slice(1).trimEnd().split('\r\n');
    expect(rows.filter((row) => !row.startsWith('totals'))).toHaveLength(3);
    const cells = rows.flatMap((row) => row.split(','));
    expect(cells.filter((cell) => /^"?\s*[=+@-]/.test(cell))).toEqual([]);
    const sheet = await world.useCases.exportEstimate(
      { estimateId: id, format: 'xlsx', seller: '', cartForm: '' },
      callBy('acme'),
    );
    expect(Buffer.from(sheet.content).subarray(0, 2).toString()).toBe('PK');
    expect(sheet.fileName).toBe(`${id}.xlsx`);
  });
});

describe('estimates that are not ready', () => {
  let world: EstimateWorld;
  beforeAll(async () => {
    world = await estimateWorld();
  });
  afterAll(() => world?.close());

  it('can be cancelled: an error that is final', async () => {
    const { id } = await world.useCases.buildEstimate(askedLines(2), callBy('acme'));
    const cancelled = await world.useCases.cancelEstimate({ estimateId: id }, callBy('acme'));
    // The world has begun to work on it, and may have come to a version.
    expect(cancelled).toMatchObject({ status: 'error', errorReason: 'cancelled' });
    const again = await world.useCases.cancelEstimate({ estimateId: id }, callBy('acme'));
    expect(again).toMatchObject({ status: 'error', version: cancelled.version });
    const seen = await world.watchUntil(id, () => false);
    expect(seen.map(({ status }) => status)).toEqual(['error']);
    await expect(
      world.useCases.exportEstimate({ estimateId: id, format: 'csv', seller: '', cartForm: '' }, callBy('acme')),
    ).rejects.toMatchObject({ kind: 'failed_precondition' });
  });

  it('are refused when one customer has too many of them', async () => {
    const [row] = await world.database.pool.sql<{ count: number }[]>`
      insert into estimate (id, customer_id, key_id, group_ids, request, mode, status, created_at)
      select 'est_' || n, 'globex', 'key_globex', '{}', '{}', 'min_price', 'parsing', now()
      from generate_series(1, 200) as n returning 1 as count`;
    expect(row?.count).toBe(1);
    await expect(world.useCases.buildEstimate(askedLines(1), callBy('globex'))).rejects.toMatchObject({
      kind: 'exhausted',
    });
  });
});
