import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../actors/estimate/reading/read-document.ts';
import { exportFile } from '../../../gateway/estimates/export-file.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

/** The texts of lines as a spreadsheet program would read them from the exported workbook. */
const readBack = async (texts: readonly string[]): Promise<readonly unknown[]> => {
  const lines = texts.map((rawText, at) => ({ number: at + 1, rawText }));
  const estimate = EstimateResponse.fromPartial({ id: 'est_1', currency: 'EUR', lines });
  const { content } = await exportFile(estimate, 'xlsx');
  const result = readDocument(content);
  if (result.kind === 'failure') throw new Error(result.failure.text);
  const [heading, ...rows] = result.document.sheets[0]?.rows ?? [];
  const column = heading?.indexOf('text') ?? -1;
  return rows.map((row) => row[column] ?? '');
};

/** Text that XML and spreadsheets hold as it is, and that no spreadsheet takes for a formula. */
const harmless = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('_', 'x', '0', '4', '1', 'D', 'a', ' ', '&', '<', '"', '\n', '\t'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    ),
  })
  .map((text) => `t${text.replaceAll(/(?![\t\n])\p{Cc}/gu, '').toWellFormed()}.`);

describe('a workbook that an estimate is exported as', () => {
  it('gives every text back as it was, also one that looks like an escaped character', async () => {
    const escapes = ['_x0041_', 'a_x0041__x005F_x0041_', '_x005f_x0041_', '__x000D_', '_x0041', 'x0041_'];
    expect(await readBack(escapes)).toEqual(escapes);
    await fc.assert(
      fc.asyncProperty(fc.array(harmless, { minLength: 1, maxLength: 5 }), async (texts) => {
        expect(await readBack(texts)).toEqual(texts);
      }),
    );
  });

  it('keeps carriage returns, which XML would make ends of lines', async () => {
    expect(await readBack(['a\r\nb\rc'])).toEqual(['a\r\nb\rc']);
    const estimate = EstimateResponse.fromPartial({ id: 'est_1', lines: [{ number: 1, rawText: 'a\rb' }] });
    const parts = Object.values(unzipSync((await exportFile(estimate, 'xlsx')).content));
    expect(parts.filter((part) => part.includes(0x0d))).toEqual([]);
  });

  it('says of a text that is longer than a cell may be that it goes on, and cuts no character in two', async () => {
    const [text] = await readBack([`${'x'.repeat(32_765)}${'😀'.repeat(10)}`]);
    expect(text).toBe(`${'x'.repeat(32_765)} …`);
  });
});

describe('a file of lines', () => {
  it('names what is bought, who sells it, and what a line that is not bought could mean', async () => {
    const product = (mpn: string) => ({ manufacturer: 'Yageo', mpn, description: 'Resistor' });
    const lines = [
      { number: 1, chosen: [{ supplierName: 'Borealis', supplierSku: 'BC-1', product: product('RC-1') }] },
      {
        number: 2,
        unresolvedReason: 'ambiguous',
        candidates: [{ product: product('RC-2') }, { product: product('RC-3') }],
      },
    ];
    const estimate = EstimateResponse.fromPartial({ id: 'est_1', currency: 'EUR', lines });
    const { content } = await exportFile(estimate, 'csv');
    const [heading = [], ...rows] = Buffer.from(content)
      .toString()
      .replace('\ufeff', '')
      .split('\r\n')
      .map((row) => row.split(','));
    const cells = (row: number, ...names: readonly string[]) => names.map((name) => rows[row]?.[heading.indexOf(name)]);
    expect(
      cells(0, 'product_manufacturer', 'product_mpn', 'product_description', 'supplier_name', 'supplier_sku'),
    ).toEqual(['Yageo', 'RC-1', 'Resistor', 'Borealis', 'BC-1']);
    expect(cells(1, 'product_mpn', 'candidates')).toEqual(['', '"Yageo RC-2; Yageo RC-3"']);
  });
});

describe('what is paid', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  const share = (quantity: number, price: string) => ({ chosen: [{ offerId: 'ofr_1', quantity, price: eur(price) }] });
  const estimate = EstimateResponse.fromPartial({
    id: 'est_1',
    currency: 'EUR',
    totalPriceDecimal: '5.98',
    lines: [{ number: 1, ...share(25, '0.18') }, { number: 2, ...share(75, '0.55') }, { number: 3 }],
    orders: [
      {
        seller: { name: 'Acme' },
        duty: eur('0.25'),
        orderCost: eur('3'),
        amounts: [{ label: 'Gold', amount: eur('-1') }, { amount: eur('3') }],
        items: [{ offerId: 'ofr_1', quantity: 100, price: eur('0.73'), unitPrice: eur('0.0073') }],
      },
    ],
  });
  const sheet = async (at: number, ...names: readonly string[]) => {
    const result = readDocument((await exportFile(estimate, 'xlsx')).content);
    if (result.kind === 'failure') throw new Error(result.failure.text);
    const [heading, ...rows] = result.document.sheets[at]?.rows ?? [];
    return rows.map((row) => names.map((name) => row[heading?.indexOf(name) ?? -1] ?? ''));
  };

  it('is told for a piece, the same for lines that share a purchase', async () => {
    expect(await sheet(0, 'unit_price', 'price')).toEqual([
      [0.0073, 0.18],
      [0.0073, 0.55],
      ['', ''],
    ]);
  });

  it('is summed for each order, with duty and what the order costs, and in all', async () => {
    // 0.73, 0.25, 3, -1 and 3.
    expect((await sheet(1, 'what', 'price', 'currency')).slice(-2)).toEqual([
      ['order total', 5.98, 'EUR'],
      ['total', 5.98, 'EUR'],
    ]);
  });

  it('stands in a workbook as numbers that it can add up', async () => {
    const rows = await sheet(1, 'what', 'unit_price', 'price', 'duty');
    expect(rows.slice(0, 4)).toEqual([
      ['goods', 0.0073, 0.73, ''],
      ['order cost', '', 3, ''],
      ['Gold', '', -1, ''],
      ['order cost', '', 3, ''],
    ]);
  });
});

describe('an amount in a workbook', () => {
  const read = async (amount: string) => {
    const price = { amount, currency: 'EUR' };
    const estimate = EstimateResponse.fromPartial({ id: 'est_1', lines: [{ number: 1, chosen: [{ price }] }] });
    const { content } = await exportFile(estimate, 'xlsx');
    const sheet = Object.entries(unzipSync(content)).find(([name]) => name.endsWith('sheet1.xml'))?.[1];
    const column = cellOf(Buffer.from(sheet ?? []).toString());
    return column;
  };
  /** The only cell of the first row of lines beside its numbers and its price. */
  const cellOf = (xml: string): string | undefined =>
    /<c r="AA2"(?<type>[^>]*)>(?<value>.*?)<\/c>/.exec(xml)?.slice(1).join('>');

  it.each(['0', '0.1', '-1.25', '12.5', '0.000001', '123456789.012345', '999999999999.99', '7000000'])(
    'is a number where a double holds %s',
    async (amount) => {
      const cell = await read(amount);
      expect(cell).not.toMatch(/t="/);
      expect(/<v>(.*)<\/v>/.exec(cell ?? '')?.[1]).toBe(amount);
    },
  );

  it.each(['1234567890123456.78', '0.0000001', '0.1234567890123456', '12345678901234567890'])(
    'is a text where a double would lose something of %s',
    async (amount) => {
      const estimate = EstimateResponse.fromPartial({
        id: 'est_1',
        lines: [{ number: 1, chosen: [{ price: { amount, currency: 'EUR' } }] }],
      });
      const result = readDocument((await exportFile(estimate, 'xlsx')).content);
      if (result.kind === 'failure') throw new Error(result.failure.text);
      const [heading, row] = result.document.sheets[0]?.rows ?? [];
      expect(row?.[heading?.indexOf('price') ?? -1]).toBe(amount);
    },
  );
});

describe('the import duty of a purchase', () => {
  const due = { status: 'due', amount: { amount: '2.5', currency: 'EUR' }, rate: '0.25', missing: [] };
  const unknown = { status: 'unknown', missing: ['hts_code', 'country_of_origin'] };
  const estimate = EstimateResponse.fromPartial({
    id: 'est_1',
    currency: 'EUR',
    lines: [{ number: 1, chosen: [{ shipsFrom: 'CN', duty: due }, { duty: unknown }] }],
    orders: [{ items: [{ supplierSku: 'A', shipsFrom: 'CN', duty: due, lines: [1] }] }],
  });
  const sheet = async (at: number, ...names: readonly string[]) => {
    const result = readDocument((await exportFile(estimate, 'xlsx')).content);
    if (result.kind === 'failure') throw new Error(result.failure.text);
    const [heading, ...rows] = result.document.sheets[at]?.rows ?? [];
    return rows.map((row) => names.map((name) => row[heading?.indexOf(name) ?? -1] ?? ''));
  };

  it('is told in the rows of lines, with what is missing where it is not known', async () => {
    expect(await sheet(0, 'ships_from', 'duty', 'duty_status', 'duty_missing')).toEqual([
      ['CN', 2.5, 'due', ''],
      ['', '', 'unknown', 'hts_code, country_of_origin'],
    ]);
  });

  it('is told in the rows of orders', async () => {
    expect((await sheet(1, 'supplier_sku', 'ships_from', 'duty', 'duty_status'))[0]).toEqual(['A', 'CN', 2.5, 'due']);
  });
});

describe('a workbook of texts that look like formulas', () => {
  it('holds texts only, none of which is a formula or a number', async () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '=1+1', '-5', '+49', "'=x", '"=x"', '1e5');
    const text = fc.tuple(start, fc.string()).map(([first, rest]) => `${first}${rest}`);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
        const lines = texts.map((rawText, at) => ({
          number: at + 1,
          rawText,
          mpn: rawText,
          unresolvedMessage: rawText,
        }));
        const { content } = await exportFile(EstimateResponse.fromPartial({ id: 'est_1', lines }), 'xlsx');
        const sheet = Object.entries(unzipSync(content)).find(([name]) => name.endsWith('sheet1.xml'))?.[1];
        const xml = Buffer.from(sheet ?? []).toString();
        expect(xml).not.toMatch(/<f[\s>/]/);
        const rows = xml.match(/<row\b.*?<\/row>/gs)?.slice(1) ?? [];
        expect(rows).toHaveLength(texts.length);
        // The number of the line and that of its row are the numbers of ours in each.
        for (const row of rows) {
          const numbers = (row.match(/<c\b[^>]*>/g) ?? []).filter((cell) => !/\bt="(?:s|inlineStr|str)"/.test(cell));
          expect(numbers).toEqual([expect.stringContaining('"A'), expect.stringContaining('"B')]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
