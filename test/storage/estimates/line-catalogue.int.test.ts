import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDraft } from '../../../domain/catalog/catalog.ts';
import type { ParsedLine } from '../../../domain/estimate/parse/parsed-bom.ts';
import type { LineResolution, LineResolver } from '../../../domain/estimate/resolution.ts';
import { createLineResolver } from '../../../domain/estimate/resolve/line-resolver.ts';
import type { LineChoices } from '../../../domain/estimate/resolve/ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { seedAliases } from '../../../domain/matching/known-aliases.ts';
import { matchPolicy } from '../../../gateway/wire/matching.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createLineCatalogue } from '../../../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../../../storage/estimates/line-choices.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createSealer } from '../../../storage/secrets/sealing.ts';
import { untraced } from '../../support/event-samples.ts';
import { lineNaming, lineOf, productOf } from '../../support/line-samples.ts';
import { observation, offerOf, putBorealis, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const now = new Date('2026-03-01T12:00:00Z');

const capacitor = (manufacturer: string, mpn: string, volts: number, size: string, dielectric = 'X7R') => ({
  manufacturer,
  mpn,
  description: 'Ceramic capacitor',
  characteristics: {
    capacitance: '0.1 uF',
    voltage_rating: `${volts} V`,
    tolerance: '10%',
    package: `${size} (Metric ${size === '0603' ? '1608' : '1005'})`,
    dielectric,
  },
});

const products: readonly Omit<ProductDraft, 'profileId'>[] = [
  { manufacturer: 'Texas Instruments', mpn: 'LM358DR', description: 'IC OPAMP GP 8SOIC' },
  { manufacturer: 'Littelfuse', mpn: '1.5SMC6.8CA', description: 'TVS DIODE 5.8V DO214AB' },
  { manufacturer: 'Nexperia', mpn: 'BSS138PW', description: 'MOSFET N-CH 60V SOT323' },
  { manufacturer: 'onsemi', mpn: 'MMBT3904', description: 'TRANS NPN 40V SOT-23' },
  { manufacturer: 'Diodes Incorporated', mpn: 'MMBT3904', description: 'TRANS NPN 40V SOT-23' },
  { manufacturer: 'Winbond', mpn: 'W25Q128JVSIQ', description: 'IC FLASH 128MBIT SPI 8SOIC' },
  { manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL', description: 'RES SMD 10K OHM 1% 1/10W 0603' },
  { manufacturer: 'Vishay', mpn: 'NTCS0603E3103FMT', description: 'THERMISTOR NTC 10KOHM 0603' },
  capacitor('Murata', 'GRM188R71H104KA93D', 50, '0603'),
  capacitor('KEMET', 'C0603C104K4RACTU', 16, '0603'),
  capacitor('KEMET', 'C0603C104K5RACTU', 50, '0603'),
  capacitor('KEMET', 'C0402C104K5RACTU', 50, '0402'),
  { manufacturer: 'TDK', mpn: 'CGA3E2X7R1H104K', description: 'CAP CER 0.1UF 50V X7R 0603' },
];

const idOf = (manufacturer: string, mpn: string): string => productOf(manufacturer, mpn).productId;

let database: TestDatabase;
let resolver: LineResolver;
let choices: LineChoices;

const put = (drafts: readonly Omit<ProductDraft, 'profileId'>[]) =>
  createCatalogStore(database.pool.sql).upsert(
    drafts.map((draft) => ({ profileId: defaultProfile.id, ...draft })),
    now,
    untraced,
  );

/** An offer of Borealis that is known to be the product, with stock where a quantity is given. */
const putOffer = async (sku: string, product: string, stock?: number, credentialId = 'crd_system'): Promise<void> => {
  const stated = { credentialId, ...(stock !== undefined && { stock: stockOf(stock) }) };
  await createObservationStore(database.pool.sql).apply([observation(sku, stated)], untraced);
  await database.pool.sql`
    update offer set product_id = ${product}, match_confidence = 'exact' where id = ${offerOf(sku)}`;
};

beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database.pool;
  await seedAliases(createCatalogStore(sql), untraced);
  await put(products);
  await putBorealis(
    createSupplierStore(sql, createSealer({ activeKeyId: 'k', keys: new Map([['k', Buffer.alloc(32)]]) })),
  );
  await createCallerStore(sql).putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
  await putOffer('BOR-358', idOf('Texas Instruments', 'LM358DR'));
  await putOffer('BOR-C', idOf('KEMET', 'C0603C104K5RACTU'), 500);
  choices = createLineChoices(sql);
  resolver = createLineResolver({ catalogue: createLineCatalogue(sql), choices, strategies: matchPolicy.strategies });
});
afterAll(() => database.close());

/** Ends nothing. */
const endless = new AbortController().signal;

const resolve = async (line: ParsedLine, customerId?: string): Promise<LineResolution | undefined> =>
  (await resolver.resolve([line], customerId, endless))[0];

const told = (resolution: LineResolution | undefined): string => {
  if (resolution === undefined) return 'nothing';
  if (resolution.kind === 'resolved') return `${resolution.confidence} ${resolution.rule}`;
  return `${resolution.kind} ${resolution.reason}`;
};

describe('lines by their numbers', () => {
  it.each([
    [lineNaming('LM358DR', 'TI'), 'exact manufacturer_and_mpn'],
    [lineNaming('lm358-dr', 'Texas Instruments Inc.'), 'strong manufacturer_and_mpn_without_separators'],
    [lineNaming('BSS138PW,115', 'Nexperia'), 'strong manufacturer_and_mpn_without_suffix'],
    [lineNaming('W25Q128JVSIQ'), 'probable mpn_only'],
    [lineOf({ value: 'W25Q128JVSIQ', references: ['U1'] }), 'probable mpn_only'],
    [lineNaming('MMBT3904'), 'doubtful ambiguous'],
    [lineNaming('MMBT3904', undefined, { description: 'NPN, onsemi' }), 'probable mpn_and_maker_in_text'],
    [lineNaming('1.5SMC68CA', 'Littelfuse'), 'doubtful not_found'],
    [lineNaming('XYZ-12345', 'Nobody'), 'unresolved not_found'],
    [lineOf({ skus: [{ sku: 'BOR-358', supplier: 'borealis' }] }), 'strong supplier_sku'],
    [lineOf({ skus: [{ sku: 'bor-358' }] }), 'probable supplier_sku'],
    [lineOf({ skus: [{ sku: 'BOR-358', supplier: 'mouser' }] }), 'unresolved not_found'],
  ])('%# are %s', async (line, expected) => {
    expect(told(await resolve(line))).toBe(expected);
  });

  it("are not found by order numbers that only another customer's credential has seen", async () => {
    await putOffer('ACME-1', idOf('Nexperia', 'BSS138PW'), undefined, 'crd_acme');
    await putOffer('CLUB-1', idOf('Nexperia', 'BSS138PW'), undefined, 'crd_group');
    await createCallerStore(database.pool.sql).putCustomer({ id: 'globex', name: 'Globex', groupIds: ['buyers-club'] });
    const lines = ['ACME-1', 'CLUB-1'].map((sku) => lineOf({ skus: [{ sku, supplier: 'borealis' }] }));
    const seenBy = async (customerId?: string) => (await resolver.resolve(lines, customerId, endless)).map(told);
    expect(await seenBy('acme')).toEqual(['strong supplier_sku', 'unresolved not_found']);
    expect(await seenBy('globex')).toEqual(['unresolved not_found', 'strong supplier_sku']);
    expect(await seenBy()).toEqual(['unresolved not_found', 'unresolved not_found']);
  });

  it('a line that names several parts has the first that is known, and the others as alternatives', async () => {
    const parts = [
      { partNumber: 'NOT-KNOWN-1' },
      { partNumber: 'LM358DR', manufacturer: 'Texas Instruments' },
      { partNumber: 'W25Q128JVSIQ', manufacturer: 'Winbond' },
    ];
    expect(await resolve(lineOf({ parts }))).toMatchObject({
      kind: 'resolved',
      productId: idOf('Texas Instruments', 'LM358DR'),
      alternatives: [{ productId: idOf('Winbond', 'W25Q128JVSIQ') }],
    });
  });
});

describe('lines by their figures', () => {
  const found = async (line: ParsedLine): Promise<readonly string[]> => {
    const resolution = await resolve(line);
    return resolution?.kind === 'resolved'
      ? [resolution.productId, ...resolution.alternatives.map(({ productId }) => productId)]
      : [told(resolution)];
  };
  const [stocked, murata, described] = [
    idOf('KEMET', 'C0603C104K5RACTU'),
    idOf('Murata', 'GRM188R71H104KA93D'),
    idOf('TDK', 'CGA3E2X7R1H104K'),
  ];

  it('are every product that satisfies them, of characteristics or of a description, what is in stock first', async () => {
    const [first, ...others] = await found(lineOf({ description: '100nF 0603 X7R 50V' }));
    expect(first).toBe(stocked);
    expect(others.toSorted()).toEqual([murata, described].toSorted());
  });

  it('a voltage is at least as high, and a size is the very size', async () => {
    expect(await found(lineOf({ value: '0.1uF', package: 'C_0603_1608Metric' }))).toHaveLength(4);
    expect(await found(lineOf({ value: '0.1uF', package: 'C_0402_1005Metric' }))).toEqual([
      idOf('KEMET', 'C0402C104K5RACTU'),
    ]);
    expect(await found(lineOf({ description: '100nF 0603 100V' }))).toEqual(['unresolved not_found']);
  });

  it('a thermistor is no resistor', async () => {
    expect(await found(lineOf({ value: '10k', package: 'R_0603_1608Metric', references: ['R1'] }))).toEqual([
      idOf('Yageo', 'RC0603FR-0710KL'),
    ]);
  });

  it('one figure alone is too vague, and so are figures that several packages satisfy', async () => {
    expect(await found(lineOf({ value: '100nF' }))).toEqual(['unresolved too_vague']);
    expect(await found(lineOf({ description: '100nF X7R 50V' }))).toEqual(['doubtful too_vague']);
  });
});

describe('choices', () => {
  it('are exact for the customer who made them, and for no other', async () => {
    const line = lineNaming('MMBT3904');
    const product = idOf('onsemi', 'MMBT3904');
    await choices.remember('acme', line, product);
    expect(await resolve({ ...line, row: 12 }, 'acme')).toMatchObject({
      productId: product,
      confidence: 'exact',
      rule: 'confirmed',
    });
    expect(told(await resolve(line, 'globex'))).toBe('doubtful ambiguous');
    expect(told(await resolve(line))).toBe('doubtful ambiguous');
    await choices.forget('acme', line);
    expect(told(await resolve(line, 'acme'))).toBe('doubtful ambiguous');
  });
});

const samples: readonly ParsedLine[] = [
  lineNaming('LM358DR', 'TI'),
  lineNaming('W25Q128JVSIQ'),
  lineNaming('MMBT3904'),
  lineNaming('1.5SMC68CA', 'Littelfuse'),
  lineOf({ description: '100nF 0603 X7R 50V' }),
  lineOf({ description: '100nF 0603' }),
  lineOf({ value: '10k', package: 'R_0603', references: ['R1'] }),
  lineOf({ skus: [{ sku: 'BOR-358' }] }),
  lineOf({ description: 'a knob' }),
  lineOf({}),
];

describe('a resolution', () => {
  it('does not depend on the other lines of its file, nor on their order', async () => {
    const alone = await Promise.all(samples.map((line) => resolve(line)));
    const places = fc.array(fc.nat(samples.length - 1), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(places, async (order) => {
        const lines = order.flatMap((at) => samples[at] ?? []);
        expect(await resolver.resolve(lines, undefined, endless)).toEqual(order.map((at) => alone[at]));
      }),
      { numRuns: 30 },
    );
  });

  it('that is exact or strong does not change when unrelated products become known', async () => {
    const lines = [lineNaming('LM358DR', 'TI'), lineNaming('lm358-dr', 'TI'), lineNaming('BSS138PW,115', 'Nexperia')];
    const before = await resolver.resolve(lines, undefined, endless);
    const mpn = fc.constantFrom('LM358DRG4', 'LM358D', 'LM358', 'ALM358DR', 'LM3.58DR', 'BSS138PWX', 'LM258DR');
    const manufacturer = fc.constantFrom('onsemi', 'Analog Devices', 'Nexperia', 'Texas Instruments', 'Nobody');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(manufacturer, mpn), { minLength: 1, maxLength: 5 }), async (drafts) => {
        await put(drafts.map(([manufacturer, number]) => ({ manufacturer, mpn: number })));
        expect(await resolver.resolve(lines, undefined, endless)).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  it('is none for a file without lines', async () => {
    expect(await resolver.resolve([], undefined, endless)).toEqual([]);
  });
});
