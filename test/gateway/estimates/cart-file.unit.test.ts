import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../actors/estimate/reading/read-document.ts';
import { cartFile, cartForms } from '../../../gateway/estimates/cart-file.ts';
import { exportFile } from '../../../gateway/estimates/export-file.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const product = { manufacturer: 'Yageo', mpn: 'RC0603FR-0710KL', description: '10 kOhm, 1 %' };
const plain = { manufacturer: 'TI', mpn: 'NE555P', description: '' };

const estimate = EstimateResponse.fromPartial({
  id: 'est_1',
  currency: 'EUR',
  totalPriceDecimal: '19.7',
  lines: [
    {
      number: 1,
      references: ['R1', 'R2'],
      internalNumber: '0815',
      rawText: 'R1, R2',
      chosen: [{}],
      risks: [{ code: 'single_source', text: 'One.' }],
    },
    { number: 2, references: ['R7'], internalNumber: '0816', chosen: [{}] },
    { number: 3, references: ['U1'], chosen: [{}] },
    { number: 4, rawText: 'a knob', quantityDecimal: '2', unresolvedReason: 'not_found', unresolvedMessage: 'No.' },
  ],
  orders: [
    {
      supplierId: 'dk',
      seller: { name: 'Digi-Key Electronics', kind: 'authorized' },
      orderCost: eur('5'),
      items: [
        {
          supplierSku: '311-10.0KHRCT-ND',
          productUrl: 'https://dk.example/p',
          product,
          quantity: 5_000,
          price: eur('12.5'),
          unitPrice: eur('0.0025'),
          needed: 4_800,
          excess: 200,
          excessPrice: eur('0.5'),
          lines: [1, 2],
        },
        {
          supplierSku: '296-1411-5-ND',
          product: plain,
          quantity: 3,
          price: eur('1.2'),
          unitPrice: eur('0.4'),
          lines: [3],
        },
      ],
    },
    {
      supplierId: 'hub',
      seller: { name: 'Corner "Shop", Ltd', kind: 'unknown' },
      items: [{ supplierSku: '00123', product: plain, quantity: 1, price: eur('1'), unitPrice: eur('1'), lines: [9] }],
    },
  ],
});

/** The cells as the reader of lists reads them, which shares nothing with the writer. */
const readBack = (content: Uint8Array): readonly (readonly unknown[])[] => {
  const result = readDocument(content, { format: 'csv' });
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return result.document.sheets[0]?.rows ?? [];
};
const cart = (seller: string, cartForm = ''): readonly (readonly unknown[])[] =>
  readBack(cartFile(estimate, { seller, cartForm }));

const reel = '311-10.0KHRCT-ND';
const timer = '296-1411-5-ND';
const [manufacturer, number, text] = ['Yageo', 'RC0603FR-0710KL', '10 kOhm, 1 %'];

describe('the cart file of an order', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    [
      'digikey',
      [
        [
          'Digi-Key Part Number',
          'Manufacturer Part Number',
          'Manufacturer',
          'Customer Reference',
          'Reference Designator',
          'Quantity',
          'Description',
        ],
        [reel, number, manufacturer, '0815, 0816', 'R1, R2, R7', '5000', text],
        [timer, 'NE555P', 'TI', 'U1', 'U1', '3', ''],
      ],
    ],
    [
      'mouser',
      [
        [
          'Mouser Part Number',
          'Manufacturer Part Number',
          'Manufacturer',
          'Customer Part Number',
          'Description',
          'Quantity',
          'Design Reference',
        ],
        [reel, number, manufacturer, '0815, 0816', text, '5000', 'R1, R2, R7'],
        [timer, 'NE555P', 'TI', 'U1', '', '3', 'U1'],
      ],
    ],
    [
      'tme',
      [
        ['Symbol', 'Customer symbol', 'Quantity', 'Producer symbol', 'Comment'],
        [reel, '0815, 0816', '5000', number, 'R1, R2, R7'],
        [timer, 'U1', '3', 'NE555P', 'U1'],
      ],
    ],
    [
      'farnell',
      [
        ['Order Code', 'Manufacturer Part Number', 'Quantity', 'Line Note', 'Customer Part Number'],
        [reel, number, '5000', 'R1, R2, R7', '0815, 0816'],
        [timer, 'NE555P', '3', 'U1', 'U1'],
      ],
    ],
    [
      'lcsc',
      [
        ['LCSC Part Number', 'Manufacture Part Number', 'Manufacturer', 'Customer NO.', 'Description', 'Quantity'],
        [reel, number, manufacturer, '0815, 0816', text, '5000'],
        [timer, 'NE555P', 'TI', 'U1', '', '3'],
      ],
    ],
    [
      'generic',
      [
        [
          'Seller',
          'Order Number',
          'Manufacturer',
          'Manufacturer Part Number',
          'Description',
          'Quantity',
          'Unit Price',
          'Price',
          'Currency',
          'Customer Part Number',
          'Reference Designators',
          'Page',
        ],
        [
          'Digi-Key Electronics',
          reel,
          manufacturer,
          number,
          text,
          '5000',
          '0.0025',
          '12.5',
          'EUR',
          '0815, 0816',
          'R1, R2, R7',
          'https://dk.example/p',
        ],
        ['Digi-Key Electronics', timer, 'TI', 'NE555P', '', '3', '0.4', '1.2', 'EUR', 'U1', 'U1', ''],
      ],
    ],
  ])('has the columns of %s, a row for each purchase and all that it is for', (form, rows) => {
    expect(cart('digikey', form).map((row) => row.map(String))).toEqual(rows);
    expect(cartForms).toContain(form);
  });

  it('takes the form of the seller that it knows, and a general one for others', () => {
    expect(cart('DIGIKEY')[0]?.[0]).toBe('Digi-Key Part Number');
    const [heading, row] = cart('Corner "Shop"');
    expect(heading?.[0]).toBe('Seller');
    // Leading zeros and quotes stay; a line that is not there any more has no number.
    expect(row?.slice(0, 2).map(String)).toEqual(['Corner "Shop", Ltd', '00123']);
  });

  it.each(['', 'Mouser'])('is refused where %j does not name one order', (seller) => {
    expect(() => cart(seller)).toThrow(/seller: must name one of the orders: Digi-Key Electronics, Corner/);
  });

  it('is refused where nothing is ordered, and of orders that were kept without items', () => {
    const given = { seller: '', cartForm: '' };
    expect(() => cartFile(EstimateResponse.fromPartial({}), given)).toThrow(/nothing is bought/);
    const old = EstimateResponse.fromPartial({ orders: [{ supplierId: 'dk' }] });
    expect(() => cartFile(old, given)).toThrow(/kept no items/);
  });

  it('holds no cell that a spreadsheet takes for a formula', () => {
    const orders = [
      { items: [{ supplierSku: '=1+1', product: { mpn: '+A1', manufacturer: '@x', description: '-2' } }] },
    ];
    const file = Buffer.from(cartFile(EstimateResponse.fromPartial({ orders }), { seller: '', cartForm: 'generic' }));
    expect(file.toString().split('\r\n')[1]).toBe(`,"'=1+1","'@x","'+A1","'-2",0,,,,,,`);
  });
});

it('a workbook has a sheet each for lines, orders, risks and what is not bought', async () => {
  const { content } = await exportFile(estimate, 'xlsx');
  const result = readDocument(content);
  if (result.kind === 'failure') throw new Error(result.failure.text);
  const { sheets } = result.document;
  expect(sheets.map(({ name }) => name)).toEqual(['Estimate', 'Orders', 'Risks', 'Not bought']);
  const [, orders, risks, unbought] = sheets.map(({ rows }) =>
    rows.slice(1).map((row) => Array.from({ length: 20 }, (_, at) => String(row[at] ?? ''))),
  );
  expect(orders?.map((row) => [row[0], row[3], row[4], row[8], row[10]])).toEqual([
    ['Digi-Key Electronics', 'goods', reel, '5000', '12.5'],
    ['Digi-Key Electronics', 'goods', timer, '3', '1.2'],
    ['Digi-Key Electronics', 'order cost', '', '', '5'],
    // 12.50, 1.20 and 5.
    ['Digi-Key Electronics', 'order total', '', '', '18.7'],
    ['Corner "Shop", Ltd', 'goods', '00123', '1', '1'],
    ['Corner "Shop", Ltd', 'order cost', '', '', ''],
    ['Corner "Shop", Ltd', 'order total', '', '', '1'],
    ['', 'total', '', '', '19.7'],
  ]);
  expect(risks?.map((row) => [row[0], row[4], row[5]])).toEqual([['1', 'single_source', 'One.']]);
  expect(unbought?.map((row) => [row[0], row[2], row[8], row[9]])).toEqual([['4', 'a knob', 'not_found', 'No.']]);
});
