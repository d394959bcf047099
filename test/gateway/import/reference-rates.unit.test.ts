import { describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { type RateFormat, referenceRates } from '../../../gateway/import/reference-rates.ts';

const read = (content: string, format: RateFormat) =>
  referenceRates(content, format).map(({ currency, day, rate }) => `${day} ${currency} ${rate}`);

const messageOf = (content: string, format: RateFormat): string => {
  try {
    referenceRates(content, format);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return 'nothing is wrong';
};

const history = `Date,USD,JPY,CYP,
2026-02-27,1.0823,157.46,N/A,
2026-02-26,1.0800,157.00,0.5842,
`;

const xml = (days: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube>${days}</Cube>
</gesmes:Envelope>`;

describe('the euro reference rates', () => {
  it('are read from CSV of all days, without what was not rated and without trailing zeros', () => {
    expect(read(history, 'csv')).toEqual([
      '2026-02-27 USD 1.0823',
      '2026-02-27 JPY 157.46',
      '2026-02-26 USD 1.08',
      '2026-02-26 JPY 157',
      '2026-02-26 CYP 0.5842',
    ]);
  });

  it('are read from CSV of one day, whose day is in words', () => {
    expect(read('Date, USD, JPY, \n27 February 2026, 1.0823, 157.46, \n', 'csv')).toEqual([
      '2026-02-27 USD 1.0823',
      '2026-02-27 JPY 157.46',
    ]);
  });

  it('are read from XML of one day and of several', () => {
    const day = (time: string) => `<Cube time='${time}'><Cube currency='USD' rate='1.0823'/></Cube>`;
    expect(read(xml(day('2026-02-27')), 'xml')).toEqual(['2026-02-27 USD 1.0823']);
    expect(read(xml(day('2026-02-27') + day('2026-02-26')), 'xml')).toEqual([
      '2026-02-27 USD 1.0823',
      '2026-02-26 USD 1.0823',
    ]);
  });

  it.each([
    ['no header', '2026-02-27,1.08\n', 'csv', 'content: must begin with a header whose first column is Date'],
    ['no rows', 'Date,USD\n', 'csv', 'content: has no rate'],
    ['a bad day', 'Date,USD\nnever,1.08\n', 'csv', 'content: has no day in row 2, such as 2026-03-01'],
    [
      'a bad rate',
      'Date,USD\n2026-02-27,-1\n',
      'csv',
      'content: has a rate of USD in row 2 that is not a positive decimal',
    ],
    [
      'no currency',
      'Date,Dollar\n2026-02-27,1\n',
      'csv',
      'content: names a currency in row 2 that is not an ISO 4217 code other than EUR',
    ],
    [
      'another document',
      '<html><body/></html>',
      'xml',
      'content: must have a Cube for each day with a Cube for each currency in it',
    ],
    ['no document', 'Date,USD', 'xml', 'content: must have a Cube for each day with a Cube for each currency in it'],
  ] as const)('with %s are refused with the place', (_, content, format, message) => {
    expect(messageOf(content, format)).toBe(message);
  });

  it('with entities are not expanded', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "1.0823">]>${xml("<Cube time='2026-02-27'><Cube currency='USD' rate='&a;'/></Cube>").slice(39)}`;
    expect(messageOf(bomb, 'xml')).not.toBe('nothing is wrong');
  });
});
