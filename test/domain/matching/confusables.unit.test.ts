import { describe, expect, it } from 'vitest';
import { manufacturerKey, mpnCompact, mpnKey } from '../../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { decideOffer } from '../../../domain/matching/decide-offer.ts';
import type { MatchCandidate, MatchEvidence, PendingOffer } from '../../../domain/matching/ports.ts';
import { matchPolicy } from '../../../gateway/wire/matching.ts';

/**
 * Two part numbers that are two parts, each of the maker named, or the same number of two makers.
 */
type Confusable = readonly [what: string, offered: string, product: string, offeredBy: string];

type OfOneManufacturer = readonly [what: string, offered: string, product: string];

const manufacturer = 'Texas Instruments';

const famous: readonly OfOneManufacturer[] = [
  ['dot', '1.5SMC68CA', '1.5SMC6.8CA'],
  ['dot', 'P6SMB68A', 'P6SMB6.8A'],
  ['dot', 'SMAJ50A', 'SMAJ5.0A'],
  ['plus', 'MAX232CPE', 'MAX232CPE+'],
  ['plus', 'DS18B20', 'DS18B20+'],
  ['hash', 'LTC3780EG', 'LTC3780EG#PBF'],
  ['package', 'LM317', 'LM317T'],
  ['package', 'LM358D', 'LM358P'],
  ['package', 'NE555P', 'NE555D'],
  ['package', 'ATMEGA328P-AU', 'ATMEGA328P-PU'],
  ['grade', 'BC847B', 'BC847C'],
  ['grade', 'BC547A', 'BC547B'],
  ['grade', 'TL431A', 'TL431B'],
  ['family', '74HC00', '74HCT00'],
  ['family', 'SN74LS00N', 'SN74HC00N'],
  ['family', 'CD4017BE', 'CD4071BE'],
  ['digit', 'LM7805', 'LM7806'],
  ['digit', 'LM7805', 'LM7905'],
  ['digit', 'IRF540N', 'IRF640N'],
  ['digit', '1N4148', '1N4448'],
  ['digit', '2N3904', '2N3906'],
  ['size', 'RC0402FR-0710KL', 'RC0603FR-0710KL'],
  ['value', 'RC0603FR-0710KL', 'RC0603FR-071KL'],
  ['value', 'RC0603FR-071K2L', 'RC0603FR-0712KL'],
  ['tolerance', 'RC0603FR-0710KL', 'RC0603JR-0710KL'],
  ['voltage', 'GRM188R71H104KA93D', 'GRM188R71E104KA01D'],
  ['packaging', 'GRM188R71H104KA93D', 'GRM188R71H104KA93J'],
  ['suffix', 'TPS54331DR', 'TPS54331DDAR'],
  ['temperature', 'LM2904', 'LM2904V'],
  ['temperature', 'LM324', 'LM224'],
];

const numbers = [
  'RC0603FR-0710KL',
  'GRM188R71H104KA93D',
  'STM32F103C8T6',
  'LM358DR',
  'TPS5430DDAR',
  'BAV99-7-F',
  '1.5SMC6.8CA',
  'IRLML6402TRPBF',
  'MAX3232ESE+T',
  'ATMEGA328P-AU',
  'C0805C104K5RACTU',
  'ERJ-3EKF1002V',
  '0603YC104KAT2A',
  'CL10B104KB8NNNC',
  'LTST-C190KRKT',
  'SN74HC595DR',
  'PIC16F877A-I/P',
  'ESP32-WROOM-32E',
  'NRF52832-QFAA-R',
  'AD8605ARTZ-R2',
  'SMBJ5.0A',
  'DMG2302UK-7',
  'BSS138LT1G',
  'USB4105-GF-A',
  '5-1814832-1',
  '43045-0412',
] as const;

const lastDigit = /\d(?=\D*$)/;

/** One slip each, as fingers, scanners and distributors make them. */
const slips: Readonly<Record<string, (number: string) => string>> = {
  'digit changed': (number) => number.replace(lastDigit, (digit) => String((Number(digit) + 1) % 10)),
  'first digit changed': (number) => number.replace(/\d/, (digit) => String((Number(digit) + 3) % 10)),
  'characters swapped': (number) => number.replace(/([A-Z])(\d)/, '$2$1'),
  'suffix added': (number) => `${number}T`,
  'packaging suffix added': (number) => `${number}-TR`,
  'distributor suffix added': (number) => `${number}-ND`,
  'suffix dropped': (number) => number.slice(0, -1),
  'prefix added': (number) => `S${number}`,
  'prefix dropped': (number) => number.slice(1),
  'dot added': (number) => number.replace(/(\d)(\d)/, '$1.$2'),
  'O for 0': (number) => number.replace('0', 'O'),
  'doubled character': (number) => number.replace(/(\d)/, '$1$1'),
};

const slipped = Object.entries(slips).flatMap(([what, slip]) =>
  numbers.flatMap((number): OfOneManufacturer[] => (slip(number) === number ? [] : [[what, slip(number), number]])),
);

const table: readonly Confusable[] = [
  ...[...famous, ...slipped].map((each): Confusable => [...each, manufacturer]),
  ...numbers.map((number): Confusable => ['other maker', number, number, 'Diodes Incorporated']),
];

const candidate = (mpn: string): MatchCandidate => ({
  productId: 'prd_1',
  profileId: defaultProfile.id,
  manufacturerKey: manufacturerKey(manufacturer),
  manufacturer: manufacturer,
  mpn,
  mpnKey: mpnKey(mpn),
  description: `Part ${mpn}`,
});

/**
 * Everything that a look-up by number or by words of the text would find, and the product even
 * where it would not.
 */
const evidenceOf = (product: MatchCandidate, offered: string): MatchEvidence => ({
  aliases: new Map(
    [manufacturer, 'Diodes Incorporated'].map((name) => [manufacturerKey(name), { key: manufacturerKey(name), name }]),
  ),
  byNumber: new Map([
    [mpnKey(offered), [product]],
    [product.mpnKey, [product]],
  ]),
  byToken: new Map([
    [mpnCompact(offered), [product]],
    [mpnCompact(product.mpn), [product]],
  ]),
  verdicts: new Map(),
  profiles: builtInProfiles,
});

const offer = (manufacturer: string | undefined, mpn: string, createsProducts: boolean): PendingOffer => ({
  offerId: 'ofr_1',
  supplierId: 'meridian',
  manufacturer,
  mpn,
  description: `Part ${mpn}`,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts,
  verdicts: 0,
});

describe('part numbers that are easily confused', () => {
  it('are more than two hundred here', () => {
    expect(table.length).toBeGreaterThanOrEqual(200);
  });

  it.each(table)('%s: %s is never exactly %s', (_, offered, product, offeredBy) => {
    const found = candidate(product);
    for (const createsProducts of [true, false]) {
      const decision = decideOffer(offer(offeredBy, offered, createsProducts), evidenceOf(found, offered), matchPolicy);
      expect([decision.productId, decision.confidence]).not.toEqual([found.productId, 'exact']);
    }
    const nameless = decideOffer(offer(undefined, offered, false), evidenceOf(found, offered), matchPolicy);
    expect(nameless.confidence).not.toBe('exact');
  });
});
