import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeFile } from '../../bench/supplier-answers/decode-file.ts';
import { decodeFolder } from '../../bench/supplier-answers/decode-folder.ts';
import { heldFacts } from '../../bench/supplier-answers/held-facts.ts';
import { literalRows } from '../../bench/supplier-answers/literal.ts';

const samples = resolve(import.meta.dirname, '../../../shared/data/supplier-responses');

describe.skipIf(!existsSync(samples))('the saved answers of suppliers', () => {
  it('decode to 98 % or more, and everything decoded stands in its answer', { timeout: 60_000 }, async () => {
    const { files, skipped, decoded, misses } = await decodeFolder(samples);
    expect(decoded, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.98 * (files - skipped));
  });

  it('lose no fact: what an answer holds is stated by an observation of it', { timeout: 60_000 }, async () => {
    const { suppliers } = await decodeFolder(samples);
    const lost = suppliers.flatMap(({ supplier, answers }) =>
      [...answers].filter(([, { held, kept }]) => kept < held).map(([fact]) => `${supplier} ${fact}`),
    );
    expect(lost).toEqual([]);
    const kept = suppliers.flatMap(({ answers }) => [...answers.values()].map((each) => each.kept));
    expect(kept.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  });

  // Read by eye in the answers.
  it.skipIf(!existsSync(join(samples, 'deep-components'))).each<[string, string, object]>([
    [
      'deep-components/digikey-2N3904.json',
      '4878-2N3904CT-ND',
      { lifecycle_detail: 'Active', eccn: 'EAR99', hts_code: '8541.21.0075', rohs: 'Not Applicable', package: 'TO-92' },
    ],
    [
      'deep-components/farnell-2N3904.json',
      '1574370',
      { range_status: 'STOCKED', rohs: 'YES', unit_of_sale: 'EACH', hts_code: '85412900', country_of_origin: 'IN' },
    ],
    [
      'deep-components/mouser-2N3904.json',
      '637-2N3904',
      {
        category: 'Bipolar Transistors - BJT',
        rohs: 'RoHS Compliant',
        hts_code: '8541210095',
        standard_package: '4000',
      },
    ],
    [
      'deep-components/tme-2N3904.json',
      '2N3904-DIO',
      { category: 'NPN THT transistors', unit_of_sale: 'pcs', standard_package: '4000' },
    ],
    [
      'kicost-nexar_alt/mpn_AMPHENOL_FCI_10103594-0001LF.json',
      'RS/7142347',
      { seller: 'RS', rohs: 'Compliant', reach: 'No SVHC' },
    ],
  ])('state what %s says of %s', async (file, sku, facts) => {
    const result = decodeFile(file, await readFile(join(samples, file), 'utf8'));
    const drafts = result.kind === 'decoded' ? result.drafts : [];
    expect(drafts.find(({ supplierSku }) => supplierSku === sku)?.description?.facts).toMatchObject(facts);
  });
});

it('finds a fact by its name, or by its label, and nothing in words for nothing', () => {
  const answer = {
    SearchResults: {
      Parts: [
        {
          Category: 'Diodes',
          ROHSStatus: '',
          SalesMaximumOrderQty: '0',
          ProductCompliance: [{ ComplianceName: 'ECCN', ComplianceValue: 'EAR99' }],
          ProductAttributes: [{ AttributeName: 'Standard Pack Qty', AttributeValue: '-' }],
        },
      ],
    },
  };
  expect([...heldFacts('mouser', answer)]).toEqual(['category', 'eccn']);
});

const match = {
  hits: 1,
  parts: [
    {
      mpn: 'X1',
      manufacturer: { name: 'Maker' },
      sellers: [
        {
          company: { name: 'A Shop' },
          offers: [{ sku: 'X-1', inventoryLevel: 3, prices: [{ quantity: 1, price: 0.5, currency: 'EUR' }] }],
        },
      ],
    },
  ],
};

it.each<[string, unknown]>([
  ['as it came', { data: { supMultiMatch: [match] } }],
  ['without its outer part', match],
  ['in an envelope', { ok: true, status: 200, data: match }],
  ['with its request', { request: { url: 'https://x' }, response: { data: { supMultiMatch: [match] } } }],
  ['in a list', [match]],
  ['keyed by part number', { X1: match }],
  ['as the result of a search', { data: { supSearchMpn: { results: [{ part: match.parts[0] }] } } }],
])('finds an answer that was saved %s', (_how, content) => {
  const result = decodeFile('some/file.json', JSON.stringify(content));
  expect(result).toMatchObject({ kind: 'decoded', supplier: 'nexar', drafts: [{ supplierSku: 'A Shop/X-1' }] });
});

it('puts the currency of a saved request back around an answer that lost it', () => {
  const product = {
    Symbol: 'S1',
    OriginalSymbol: 'X1',
    VatRate: 0,
    PriceList: [{ Amount: 1, PriceValue: 2, PriceBase: 0 }],
  };
  const result = decodeFile('x-tme/data_X1_PL_en_PLN.json', JSON.stringify(product));
  expect(result).toMatchObject({ drafts: [{ price: { ladder: { currency: 'PLN' } } }] });
});

it.each<[string, unknown]>([
  ["a client's own form", { search_locale_used: {}, product: {} }],
  ['a list of countries', { elements: [{ id: 'AD', name: 'Andorra' }] }],
  ['nothing', null],
])('skips %s with a reason', (_what, content) => {
  expect(decodeFile('file.json', JSON.stringify(content))).toMatchObject({ kind: 'skipped' });
});

it('misses what is no JSON, and an answer of which no row can be read', () => {
  expect(decodeFile('file.json', '{')).toMatchObject({ kind: 'missed' });
  const unreadable = { hits: 1, parts: [{ mpn: null, sellers: [] }] };
  expect(decodeFile('file.json', JSON.stringify(unreadable))).toMatchObject({ kind: 'missed', supplier: 'nexar' });
});

it('finds values in a row however they are written, and not in the rows beside it', () => {
  const rowsOf = literalRows({
    currency: 'EUR',
    rows: [
      { sku: 'A', price: '1.234,50 €', stock: '12,000 In Stock' },
      { sku: 'B', price: 7 },
    ],
  });
  const [row, ...others] = rowsOf('A');
  expect(others).toEqual([]);
  expect(['1234.50', '12000'].every((value) => row?.hasNumber(value))).toBe(true);
  expect(row?.has('EUR')).toBe(true);
  expect(['7', '1235'].some((value) => row?.hasNumber(value))).toBe(false);
});

describe('a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'answers-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is walked to its depths, and every file is decoded, skipped or missed', async () => {
    for (const [file, text] of [
      ['a/b/c.json', JSON.stringify(match)],
      ['a/d.json', 'null'],
      ['e.json', 'broken'],
      ['note.txt', 'no answer'],
    ] as const) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    expect(await decodeFolder(folder)).toMatchObject({
      files: 3,
      decoded: 1,
      observations: 1,
      skipped: 1,
      misses: [{ file: 'e.json', reason: 'no JSON' }],
      skippedFiles: [{ file: join('a', 'd.json') }],
    });
  });
});
