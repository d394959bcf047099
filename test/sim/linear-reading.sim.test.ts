import { describe, expect, it } from 'vitest';
import { plugins } from '../../actors/connector/suppliers/registry.ts';
import { manufacturerKey, mpnCompact, mpnKey } from '../../domain/catalog/identity.ts';
import { readDescription } from '../../domain/characteristics/read-description.ts';
import { valueEqualityFor } from '../../domain/characteristics/statement.ts';
import { type Cell, cellText, type Document } from '../../domain/estimate/parse/document.ts';
import { readLineInput } from '../../domain/estimate/parse/free-text.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';
import { askedLine } from '../../domain/estimate/resolve/asked-line.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { quantitiesOf } from '../../domain/identity/read-characteristics.ts';
import type { MatchRecord } from '../../domain/identity/strategy.ts';
import { blockingKeysOf } from '../../domain/matching/blocking.ts';
import { parseProduct } from '../../gateway/import/parse-row.ts';
import { matchPolicy } from '../../gateway/wire/matching.ts';
import { redactText } from '../../telemetry/redact-text.ts';
import { answered } from '../actors/connector/suppliers/answered.ts';
import type { AdversarialText } from '../support/expressions/adversarial-texts.ts';
import { findSuperlinear } from '../support/expressions/time-growth.ts';

/**
 * What people and suppliers write, to be repeated: every character by itself, and words of each
 * kind of text.
 */
const words = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)),
  ...'\t\n\u00a0яΩ中±µ½…–',
  ...[
    'a ',
    'ab,',
    'a1 ',
    'A1-',
    '1,',
    '1.',
    '1 / ',
    '10x ',
    '1k ',
    '1k-2k ',
    '100nF ',
    '4k7,',
    '0603 ',
    'SOT-23 ',
    'LDO ',
  ],
  ...[
    'R1,',
    'R1-R2000,',
    'R1-2,',
    'pn',
    'part no ',
    'token',
    'https://a ',
    '<a ',
    '&#1;',
    '"a" ',
    '(a)',
    'конденсатор ',
    '±1% ',
  ],
  ...['1a2b3c', 'ab1 cd2 ', '1 TB ', '19,99 € ', 'a\u0301', '\ufdfa', 'R-X ', 'Ω1'],
];

/** Each word by itself, and between others; one of both for each word in the small form. */
const texts: readonly AdversarialText[] = words.flatMap((word, at) => {
  const both = [
    { lead: '', word, end: '' },
    { lead: 'LM358 ', word, end: '!' },
  ];
  return process.env.LONG === '1' ? both : both.slice(at % 2, (at % 2) + 1);
});

const document = (rows: readonly (readonly Cell[])[], delimiter?: string): Document => ({
  format: delimiter === undefined ? 'text' : 'csv',
  ...(delimiter === undefined ? {} : { delimiter }),
  sheets: [{ name: '', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged: [] }],
});

const heading = [
  'Qty',
  'MPN',
  'Manufacturer',
  'Description',
  'Reference',
  'Price',
  'Value',
  'Package',
  'Notes',
  'Mouser No',
];
const row = ['5', 'LM358DR', 'TI', 'op amp dual', 'U1,U2', '0.10', '100nF', '0603', '-', '595-LM358DR'];

const inCell = (text: string, at: number): Document =>
  document([heading, row, row.with(at, text), row.map((cell) => cellText(cell))], ',');

const record = (text: string): MatchRecord => ({ manufacturer: text.slice(0, 200), mpn: undefined, description: text });

const isSame = valueEqualityFor(defaultProfile);

const score = (text: string): void => {
  for (const { score: scored } of matchPolicy.strategies)
    scored(record(text), [record(`${text} X1`), { ...record('LM358'), mpn: text.slice(0, 128) }]);
};

const offer = (text: string) => ({ mpn: undefined, description: text });

/** An answer of mouser's, with the text wherever a text may be. */
const mouserAnswer = (text: string) => ({
  Errors: [],
  SearchResults: {
    Parts: [
      {
        MouserPartNumber: text,
        ManufacturerPartNumber: text,
        Manufacturer: text,
        Description: text,
        PriceBreaks: [{ Quantity: 1, Price: text, Currency: 'USD' }],
        AvailabilityInStock: text,
        Min: text,
        LeadTime: text,
        ProductAttributes: [{ AttributeName: text, AttributeValue: text }],
      },
    ],
  },
});

const mouser = plugins.mouser({ baseUrl: 'https://supplier.test', secret: { apiKey: 'k' }, settings: {} });

const readings: Readonly<Record<string, (text: string) => unknown>> = {
  'a list without columns': (text) => parseLines(document([[text], ['10x LM358']])),
  'a heading': (text) => parseLines(document([heading.with(1, text), row, row], ',')),
  ...Object.fromEntries(
    heading.map((name, at) => [`a cell under ${name}`, (text: string) => parseLines(inCell(text, at))]),
  ),
  'a line of a request, and what it asks for': (text) => askedLine(readLineInput({ rawText: text }, 1)),
  'a description of a part': (text) => readDescription(text),
  'two texts of a characteristic': (text) => isSame('package', text, `${text} `),
  'the quantities of a product': (text) => quantitiesOf({ [text.slice(0, 50)]: text }, defaultProfile),
  'the name of a maker': manufacturerKey,
  'the number of a part': (text) => [mpnKey(text), mpnCompact(text)],
  'what an offer is looked up by': (text) => blockingKeysOf(offer(text), new Map()),
  'an offer and its candidates': score,
  'the answer of a supplier': (text) => mouser.decode('lookup', undefined, answered(200, mouserAnswer(text))),
  'a row of an import': (text) =>
    parseProduct({ line: 1, cells: ['mpn', 'manufacturer', 'lifecycle', text].map((name) => [name, text]) }, 'p'),
  'a text for the log': redactText,
};

/** A machine that is busy may take long; what matters is how the time grows. */
const deadlineMs = 20_000;

describe('time grows with the length of the text and no faster in reading', () => {
  it.each(Object.entries(readings))('%s', (_, read) => {
    expect(findSuperlinear(read, texts, deadlineMs)).toBeUndefined();
  });
});
