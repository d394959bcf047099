import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCustomerErasures } from '../../../storage/erasure/customer-erasures.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const tables = [
  'api_key',
  'credential',
  'customer',
  'customer_erasure',
  'event',
  'event_archive',
  'pricing_rule_version',
  'visibility_policy',
] as const;

/** Rows of Acme, which is erased, beside those of Globex. */
describe('the rows that an erasure of a customer goes by', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await put('customer', { id: 'acme' }, { id: 'globex' });
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const erasures = () => createCustomerErasures(database.pool.sql);
  const change = { by: 'key_operator', context: untraced };
  const ofAcme = { scope: 'customer', owner_id: 'acme' };

  it('are the credentials that belong to the customer and are in use, by their ids', async () => {
    await put(
      'credential',
      { id: 'crd_2', ...ofAcme, supplier_id: 'cetus' },
      { id: 'crd_1', ...ofAcme },
      { id: 'crd_disabled', ...ofAcme, disabled_at: noon },
      { id: 'crd_globex', ...ofAcme, owner_id: 'globex' },
      { id: 'crd_group', scope: 'group', owner_id: 'acme' },
      { id: 'crd_system' },
    );
    expect(await erasures().begin('acme', change)).toEqual([
      { credentialId: 'crd_1', supplierId: 'borealis' },
      { credentialId: 'crd_2', supplierId: 'cetus' },
    ]);
    expect(await erasures().formerCredentials('acme')).toEqual(['crd_1', 'crd_2', 'crd_disabled']);
  });

  it('are the keys that are in use, which are revoked and told of', async () => {
    const hash = (byte: number): string => `\\x${Buffer.alloc(32, byte).toString('hex')}`;
    const rotated = (byte: number): Row => ({
      hash: hash(byte),
      previous_hash: hash(byte + 100),
      previous_until: fromNoon(1),
    });
    await put(
      'api_key',
      { id: 'key_acme', ...rotated(1) },
      { id: 'key_revoked', ...rotated(2), revoked_at: noon },
      { id: 'key_globex', ...rotated(3), customer_id: 'globex' },
    );
    await erasures().begin('acme', change);
    const rows = await database.pool.sql<{ id: string; revoked: Date | null; until: Date | null }[]>`
      select id, revoked_at as revoked, previous_until as until from api_key order by id`;
    expect(rows).toEqual([
      { id: 'key_acme', revoked: expect.any(Date), until: null },
      { id: 'key_globex', revoked: null, until: fromNoon(1) },
      { id: 'key_revoked', revoked: noon, until: fromNoon(1) },
    ]);
    const told = async (id: string) =>
      (await eventLog(database.pool.sql).read('api_key', id)).map(({ event }) => event.type);
    expect([await told('key_acme'), await told('key_revoked'), await told('key_globex')]).toEqual([
      ['api_key.revoked'],
      [],
      [],
    ]);
  });

  it.each<[string, readonly Row[], number]>([
    ['a customer that is known', [], 1],
    ['one whose erasure was begun before', [{ id: 1001 }], 1],
    ['one that came again after its erasure', [{ id: 1001, finished_at: noon }], 2],
    ['one while another is erased', [{ id: 1001, customer_id: 'globex' }], 1],
  ])('are begun for %s', async (_, begun, count) => {
    await put('customer_erasure', ...begun);
    await erasures().begin('acme', change);
    const rows = await database.pool.sql`select known_since as since from customer_erasure where customer_id = 'acme'`;
    expect(rows).toEqual(Array.from({ length: count }, () => ({ since: noon })));
  });

  it('are begun again for a customer that is gone, and not for one that never was', async () => {
    await put('customer_erasure', { id: 1001, customer_id: 'initech', finished_at: noon });
    expect(await erasures().begin('initech', change)).toEqual([]);
    await expect(erasures().begin('nobody', change)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('are the credentials of the customer, which lose what tells of it, and no others', async () => {
    const full = { label: 'account', session: 'sealed', next_tick_at: noon, failing_since: noon };
    await put(
      'credential',
      { id: 'crd_acme', ...ofAcme, ...full },
      { id: 'crd_disabled', ...ofAcme, ...full, disabled_at: noon },
      { id: 'crd_globex', ...ofAcme, ...full, owner_id: 'globex' },
      { id: 'crd_group', scope: 'group', owner_id: 'acme', ...full },
      { id: 'crd_system', ...full },
    );
    await erasures().eraseData('acme', untraced);
    const rows = await database.pool.sql`
      select id, owner_id as owner, label, secret, session, next_tick_at as next, failing_since as failing,
        disabled_at as disabled
      from credential order by id`;
    const emptied = { owner: 'erased:acme', label: 'erased', secret: null, session: null, next: null, failing: null };
    const whole = { label: 'account', secret: 'sealed', session: 'sealed', next: noon, failing: noon, disabled: null };
    expect(rows).toEqual([
      { id: 'crd_acme', ...emptied, disabled: expect.any(Date) },
      { id: 'crd_disabled', ...emptied, disabled: noon },
      { id: 'crd_globex', ...whole, owner: 'globex' },
      { id: 'crd_group', ...whole, owner: 'acme' },
      { id: 'crd_system', ...whole, owner: null },
    ]);
    expect(await erasures().formerCredentials('acme')).toEqual(['crd_acme', 'crd_disabled']);
  });

  it('are the counts of the latest erasure of the customer, to which more are added', async () => {
    await put(
      'customer_erasure',
      { id: 1001, erased: { estimate: 1 }, finished_at: noon },
      { id: 1002, erased: { watch: 2, estimate: 3 } },
      { id: 1003, customer_id: 'globex', erased: { estimate: 4 } },
    );
    await erasures().note('acme', { estimate: 5, lookup: 6, offer_view: 0 });
    const rows = await database.pool.sql`select erased from customer_erasure order by id`;
    expect(rows.map(({ erased }) => erased)).toEqual([
      { estimate: 1 },
      { watch: 2, estimate: 8, lookup: 6 },
      { estimate: 4 },
    ]);
  });

  /** What an erasure that ends tells of places: the names of each that it names something in. */
  const finish = async () => {
    const { kept, unreachable, ...report } = await erasures().finish('acme', change);
    const named = [...kept, ...unreachable].flatMap(({ place, names }) => (names ? [[place, names]] : []));
    return { ...report, named: Object.fromEntries(named) };
  };

  it.each<[string, readonly Row[], Row]>([
    [
      'it ends now',
      [{ id: 1002, requested_at: fromNoon(2) }],
      { requestedAt: fromNoon(2), finishedAt: expect.any(Date) },
    ],
    ['it ended before', [{ id: 1002, finished_at: fromNoon(3) }], { requestedAt: noon, finishedAt: fromNoon(3) }],
    [
      'another was ended before it',
      [
        { id: 1001, finished_at: fromNoon(1) },
        { id: 1002, finished_at: fromNoon(3) },
        { id: 1003, customer_id: 'globex' },
      ],
      { requestedAt: noon, finishedAt: fromNoon(3) },
    ],
  ])('are those of the latest erasure in the report: %s', async (_, begun, report) => {
    await put('customer_erasure', ...begun);
    expect(await finish()).toMatchObject({ customerId: 'acme', ...report, erased: { customer: 1 } });
    const left = await database.pool.sql`select id from customer`;
    expect(left).toEqual([{ id: 'globex' }]);
  });

  it('are the rules and policies of which the latest version names the customer', async () => {
    await put('customer_erasure', { id: 1001 });
    const naming = { scope: { customers: ['globex', 'acme'] } };
    const other = { scope: { customers: ['globex'] } };
    const versions: Readonly<Record<string, readonly (Row | null)[]>> = {
      'never-named': [other],
      'named-2': [naming],
      'named-1': [other, naming],
      'named-before': [naming, other],
      'named-and-gone': [naming, null],
    };
    const rows = Object.entries(versions).flatMap(([id, documents]) =>
      documents.map((document, at) => ({ id, version: at + 1, document })),
    );
    // The ids differ, so that those of one place are not mistaken for those of the other.
    await put('pricing_rule_version', ...rows.map((row) => ({ ...row, id: `rule-${row.id}` })));
    await put('visibility_policy', ...rows.map((row) => ({ ...row, id: `policy-${row.id}` })));
    expect((await finish()).named).toEqual({
      pricing_rule_version: ['rule-named-1', 'rule-named-2'],
      visibility_policy: ['policy-named-1', 'policy-named-2'],
    });
  });

  it('are the archives of the month in which the customer was created and of later ones, in order', async () => {
    await put('customer_erasure', { id: 1001, known_since: new Date('2026-02-28T23:59:59.999Z') });
    const months = ['2026_01', '2026_03', '2026_02', '2025_12', '2027_01'];
    await put('event_archive', ...months.map((month) => ({ partition: `event_${month}` })));
    expect((await finish()).named).toEqual({ 'event archive': ['event_2026_02', 'event_2026_03', 'event_2027_01'] });
  });
});
