import { describe, expect, it } from 'vitest';
import { type DutyRateDraft, isInTheWay, readDutyRate } from '../../../../domain/pricing/duties/duty-rate.ts';
import { dutySchedules } from '../../../../domain/pricing/duties/duty-schedule.ts';
import { isHtsPrefix, readHtsCode } from '../../../../domain/pricing/duties/hts-code.ts';
import { offerDuty } from '../../../../domain/pricing/duties/offer-duty.ts';
import { countriesOfZone } from '../../../../domain/pricing/duties/zone-countries.ts';

const now = new Date('2026-03-01T12:00:00Z');

const rate = (htsPrefix: string, origin: string | undefined, share: string, more: Partial<DutyRateDraft> = {}) => ({
  id: `${htsPrefix} ${origin ?? 'any'}`,
  destination: 'US',
  htsPrefix,
  origin,
  rate: share,
  validFrom: undefined,
  validUntil: undefined,
  ...more,
});

const stated: readonly DutyRateDraft[] = [
  rate('85', undefined, '0.01'),
  rate('8542', 'CN', '0.25'),
  rate('8542', undefined, '0'),
  rate('854239', undefined, '0.02'),
  rate('847', undefined, '0.04'),
  rate('8541', 'CN', '0.5', { validUntil: new Date('2026-03-01T12:00:00Z') }),
  rate('8541', 'CN', '0.6', { id: 'later', validFrom: new Date('2026-03-01T12:00:00Z') }),
];

const verdict = (htsCode: string | undefined, origin: string | undefined, at = now) => {
  const found = dutySchedules(stated).get('US')?.dutyOn({ htsCode, origin }, at);
  return found?.kind === 'rate' ? found.rate : found?.missing;
};

describe('the rate that counts', () => {
  it.each([
    ['the longest prefix', '8542390001', 'JP', '0.02'],
    ['the longest prefix before the very origin of a shorter one', '8542390001', 'CN', '0.02'],
    ['a prefix of an odd number of digits', '8471300000', 'JP', '0.04'],
    ['the very origin before any', '8542310001', 'CN', '0.25'],
    ['any origin where the very one has none', '8542310001', 'JP', '0'],
    ['a chapter where nothing closer is stated', '8504400000', 'JP', '0.01'],
    ['any origin where only that is stated, of goods of no known origin', '8504400000', undefined, '0.01'],
    ['the digits of more than ten that are looked at', '85423900011234', undefined, '0.02'],
    ['one that has begun', '8541100000', 'CN', '0.6'],
    ['goods of which all digits are known that any rate asks for', '854239', 'JP', '0.02'],
  ])('is that of %s', (_, code, origin, expected) => expect(verdict(code, origin)).toBe(expected));

  it('is the one before until the instant at which it ends', () => {
    expect(verdict('8541100000', 'CN', new Date(now.getTime() - 1))).toBe('0.5');
  });

  it.each<[what: string, isOpen: boolean, origin: string | undefined, closer: Partial<DutyRateDraft>]>([
    ['one for any origin', true, 'JP', { origin: undefined }],
    ['one for their very origin', true, 'JP', { origin: 'JP' }],
    ['one for another origin', false, 'JP', { origin: 'CN' }],
    ['one for some origin, where theirs is not known', true, undefined, { origin: 'CN' }],
    ['one that holds no more', false, 'JP', { origin: 'JP', validUntil: now }],
    ['one that does not hold yet', false, 'JP', { origin: 'JP', validFrom: new Date(now.getTime() + 1) }],
  ])('of more digits than are known, %s, may be for the goods: %s', (_, isOpen, origin, closer) => {
    const rates = [rate('8542', undefined, '0.3'), rate('854239', undefined, '0.2', closer)];
    expect(dutySchedules(rates).get('US')?.dutyOn({ htsCode: '8542', origin }, now)).toMatchObject(
      isOpen ? { missing: 'hts_code' } : { rate: '0.3' },
    );
  });

  it.each(['85', '854', '8542', '85423'])('may be one of six digits where %s are known', (htsCode) => {
    const schedule = dutySchedules([rate('85', undefined, '0.3'), rate('854239', undefined, '0.2')]).get('US');
    expect(schedule?.dutyOn({ htsCode, origin: 'JP' }, now)).toMatchObject({ missing: 'hts_code' });
  });

  it('is one of a whole chapter for a tariff number of two digits', () => {
    expect(
      dutySchedules([rate('85', undefined, '0.1')])
        .get('US')
        ?.dutyOn({ htsCode: '85', origin: 'JP' }, now),
    ).toEqual({
      kind: 'rate',
      rate: '0.1',
      millionths: 100_000,
    });
  });

  it.each([
    ['the tariff number is not known', undefined, 'CN', 'hts_code'],
    ['the number has fewer digits than a rate that may be for it', '8542', 'JP', 'hts_code'],
    ['a rate asks for the origin, which is not known', '8542310001', undefined, 'country_of_origin'],
    ['none is stated', '9018000000', 'CN', 'rate'],
  ])('is not known where %s', (_, code, origin, missing) => expect(verdict(code, origin)).toBe(missing));

  it('is found without looking at the rates of other numbers and other origins', () => {
    let looks = 0;
    const looked = (each: DutyRateDraft): DutyRateDraft => ({
      ...each,
      get htsPrefix() {
        looks += 1;
        return each.htsPrefix;
      },
      get validFrom() {
        looks += 1;
        return undefined;
      },
    });
    const many = Array.from({ length: 5_000 }, (_, at) => rate(`9${String(at).padStart(6, '0')}`, undefined, '0.1'));
    const others = ['CN', 'JP', 'MY'].map((origin) => rate('85423900', origin, '0.2'));
    const own = rate('8542', undefined, '0.3');
    const schedule = dutySchedules([...many, ...others, own].map(looked)).get('US');
    looks = 0;
    expect(schedule?.dutyOn({ htsCode: '854239', origin: 'TW' }, now)).toMatchObject({ rate: '0.3' });
    expect(schedule?.dutyOn({ htsCode: '854239', origin: 'CN' }, now)).toMatchObject({ missing: 'hts_code' });
    // The one rate for 8542, and the one of China for 85423900.
    expect(looks).toBe(2);
  });

  it('is nobody’s business where none is stated for the destination', () => {
    expect(dutySchedules(stated).get('EU')).toBeUndefined();
  });
});

describe('the duty on an offer', () => {
  const goods = { htsCode: '8542310001', origin: 'CN' };
  const quarter = { kind: 'rate', rate: '0.25', millionths: 250_000 } as const;
  const free = { kind: 'rate', rate: '0', millionths: 0 } as const;
  const usa = new Set(['US']);

  it('is the rate where the goods come from abroad', () => {
    const due = { kind: 'due', rate: '0.25', millionths: 250_000, ...goods };
    expect(offerDuty(goods, quarter, { shipsFrom: 'DE', countries: usa })).toEqual(due);
  });

  it('is none within the destination, whatever is not known', () => {
    const unknown = { kind: 'unknown', missing: 'hts_code' } as const;
    const nowhere = { htsCode: undefined, origin: undefined };
    expect(offerDuty(nowhere, unknown, { shipsFrom: 'US', countries: usa })).toEqual({ kind: 'domestic' });
  });

  it('says everything that is missing', () => {
    const unknown = { kind: 'unknown', missing: 'country_of_origin' } as const;
    expect(offerDuty(goods, unknown, { shipsFrom: undefined, countries: undefined })).toEqual({
      kind: 'unknown',
      missing: ['ships_from', 'destination', 'country_of_origin'],
    });
  });

  it('is nothing where the tariff asks for nothing, wherever the goods come from', () => {
    expect(offerDuty(goods, free, { shipsFrom: undefined, countries: undefined })).toMatchObject({
      kind: 'due',
      rate: '0',
    });
    expect(offerDuty(goods, quarter, { shipsFrom: undefined, countries: usa })).toMatchObject({ kind: 'unknown' });
  });
});

describe('what is read', () => {
  it.each([
    ['0.25', '0.25'],
    ['0.2500', '0.25'],
    ['0', '0'],
    ['10', '10'],
    ['0.000001', '0.000001'],
    ['0.0000001', undefined],
    ['10.1', undefined],
    ['-0.1', undefined],
    ['25%', undefined],
    ['1e-2', undefined],
  ])('as a rate of %s is %s', (text, read) => expect(readDutyRate(text)).toBe(read));

  it.each([
    ['85', true],
    ['8', false],
    ['8542390001', true],
    ['85423900011', false],
    ['85.42', false],
  ])('as the beginning of tariff numbers is %s: %s', (text, is) => expect(isHtsPrefix(text)).toBe(is));

  it.each([
    ['8542.39.0001', '8542390001'],
    [' 8542 39 00 01 ', '8542390001'],
    ['85423990', '85423990'],
    ['854', undefined],
    ['EAR99', undefined],
    ['', undefined],
  ])('as a tariff number of %s is %s', (text, read) => expect(readHtsCode(text)).toBe(read));

  it('as the countries of a zone is what is stated, else what it is called by', () => {
    const stated = { north: ['DE', 'PL'], EU: ['IE'] };
    expect(countriesOfZone('north', stated)).toEqual(new Set(['DE', 'PL']));
    expect(countriesOfZone('EU', stated)).toEqual(new Set(['IE']));
    expect(countriesOfZone('EU', {})?.has('DE')).toBe(true);
    expect(countriesOfZone('EU', {})?.has('GB')).toBe(false);
    expect(countriesOfZone('UK', {})).toEqual(new Set(['GB']));
    expect(countriesOfZone('US', {})).toEqual(new Set(['US']));
    expect(countriesOfZone('CA', {})).toEqual(new Set(['CA']));
    expect(countriesOfZone('ROW', {})).toBeUndefined();
    expect(countriesOfZone('toString', {})).toBeUndefined();
  });
});

it.each(['AF', 'AM', 'AS', 'LA', 'ME', 'NA', 'SA', 'na'])('a zone %s is rather a region than a country', (zone) => {
  expect(countriesOfZone(zone, {})).toBeUndefined();
  expect(countriesOfZone(zone, { [zone]: ['US', 'CA'] })).toEqual(new Set(['US', 'CA']));
});

it('two rates for the same goods are in the way of each other only where both hold at some instant', () => {
  const [june, july] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];
  const now = rate('85', 'CN', '0.1');
  expect(isInTheWay(now, rate('85', 'CN', '0.2'))).toBe(true);
  expect(isInTheWay(now, rate('85', undefined, '0.2'))).toBe(false);
  expect(isInTheWay(now, rate('8542', 'CN', '0.2'))).toBe(false);
  expect(isInTheWay(now, rate('85', 'CN', '0.2', { destination: 'EU' }))).toBe(false);
  expect(isInTheWay({ ...now, validUntil: june }, rate('85', 'CN', '0.2', { validFrom: june }))).toBe(false);
  expect(isInTheWay({ ...now, validUntil: july }, rate('85', 'CN', '0.2', { validFrom: june }))).toBe(true);
  // Whichever is looked at first.
  expect(isInTheWay(rate('85', 'CN', '0.2', { validFrom: june }), { ...now, validUntil: june })).toBe(false);
  expect(isInTheWay(rate('85', 'CN', '0.2', { validFrom: june }), { ...now, validUntil: july })).toBe(true);
});
