import { describe, expect, it } from 'vitest';
import { manufacturerKey, mpnCompact, mpnKey } from '../../../domain/catalog/identity.ts';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { decideOffer, type MatchPolicy } from '../../../domain/matching/decide-offer.ts';
import { heuristic } from '../../../domain/matching/heuristic.ts';
import type { MatchCandidate, MatchDecision, PendingOffer } from '../../../domain/matching/ports.ts';

const policy: MatchPolicy = { strategies: [heuristic] };

interface Part {
  readonly manufacturer: string;
  readonly mpn: string;
}

const offerOf = ({ manufacturer, mpn }: Part): PendingOffer => ({
  offerId: 'ofr_1',
  supplierId: 'meridian',
  manufacturer: manufacturer,
  mpn,
  description: undefined,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts: false,
  verdicts: 0,
});

const productOf = ({ manufacturer, mpn }: Part): MatchCandidate => ({
  productId: `prd_${manufacturer}_${mpn}`,
  profileId: defaultProfile.id,
  manufacturerKey: manufacturerKey(manufacturer),
  manufacturer: manufacturer,
  mpn,
  mpnKey: mpnKey(mpn),
  description: undefined,
});

/**
 * The decision on an offer of the one part where the other is all that is known; its maker is in
 * the alias table.
 */
const decide = (offered: Part, ...known: readonly Part[]): MatchDecision => {
  const products = known.map(productOf);
  const key = manufacturerKey(offered.manufacturer);
  return decideOffer(
    offerOf(offered),
    {
      aliases: new Map([[key, { key, name: offered.manufacturer }]]),
      byNumber: Map.groupBy(products, (each) => each.mpnKey),
      byToken: Map.groupBy(products, (each) => mpnCompact(each.mpn)),
      verdicts: new Map(),
      profiles: builtInProfiles,
    },
    policy,
  );
};

/** Numbers that a rule covers, beside the example of each rule. */
const packaged = [
  ['Linear Technology', 'ltc3780eg#trpbf', 'LTC3780EG#PBF'],
  ['Analog Devices', 'LT3045EDD#TR', 'LT3045EDD'],
  ['Analog Devices', 'AD620ARZ-R7', 'AD620ARZ'],
  ['Maxim Integrated', 'MAX3232EUE+T', 'MAX3232EUE+'],
  ['Nexperia', 'BC847B,215', 'BC847B'],
  ['Diodes Incorporated', 'SMBJ5.0A-13', 'SMBJ5.0A'],
  ['Diodes Incorporated', 'SMBJ5.0A-13-F', 'SMBJ5.0A-F'],
  ['Vishay', 'SI2302CDS-T1-GE3', 'SI2302CDS-GE3'],
  ['Infineon Technologies', 'BSP75NXTSA1', 'BSP75N'],
  ['Microchip', 'MIC29302WU-TR', 'MIC29302WU'],
] as const;

/** What no rule may take for packaging: `maker`, `offered`, `product`. */
const notPackaging = [
  ['Nexperia', 'LT3045EDD#TR', 'LT3045EDD'],
  ['Linear Technology', 'LT3045EDDTR', 'LT3045EDD'],
  ['Linear Technology', 'LT3045EDD#TRX', 'LT3045EDD'],
  ['Linear Technology', '#TR#LT3045EDD', 'LT3045EDD'],
  ['Linear Technology', 'LT3045EDD#TR', 'LT3045'],
  ['Linear Technology', 'LT3045EDD', 'LT3045EDD#TR'],
  ['Maxim Integrated', 'MAX232ESE+T', 'MAX232ESE'],
  ['Maxim Integrated', 'MAX232ESE+', 'MAX232ESE'],
  ['Texas Instruments', 'BSS138-7-F', 'BSS138'],
  ['Vishay', 'BSS138PW,115', 'BSS138PW'],
  ['Nexperia', 'BSS138PW,116', 'BSS138PW'],
  ['Diodes Incorporated', 'BSS138-17', 'BSS138'],
  ['Linear Technology', 'LT1763CS8-5#TRPBF', 'LT1763CS8'],
  ['Microchip', 'MCP1700-TR', 'MCP1700'],
  ['Texas Instruments', 'LM358-ND', 'LM358'],
  ['Linear Technology', 'LT3#TR', 'LT3'],
] as const;

/** The order that is free of lead, and the part that may have lead: never the same. */
const leadFree = [
  ['Texas Instruments', 'LM317T/NOPB', 'LM317T'],
  ['National Semiconductor', 'lm1117mp-3.3/nopb', 'LM1117MP-3.3'],
  ['Linear Technology', 'LTC3780EG#PBF', 'LTC3780EG'],
  ['Analog Devices', 'LTC3780EG#TRPBF', 'LTC3780EG'],
  ['Maxim Integrated', 'MAX232ESE+', 'MAX232ESE'],
  ['Maxim Integrated', 'MAX232ESE+T', 'MAX232ESE'],
  ['Vishay', 'SI2301CDS-T1-E3', 'SI2301CDS'],
  ['Vishay', '1N4148W-E3-08', '1N4148W'],
  ['Diodes Incorporated', 'BSS138-7-F', 'BSS138'],
] as const;

describe('a packaging suffix', () => {
  const examples = defaultProfile.suffixRules.flatMap(({ name, manufacturers, example }) =>
    manufacturers.map((manufacturer) => ({ name, manufacturer, offered: example.number, product: example.part })),
  );

  it.each(examples)('is left aside by the rule "$name" for $maker, which is strong and says so', (example) => {
    const { manufacturer, offered, product } = example;
    expect(decide({ manufacturer, mpn: offered }, { manufacturer, mpn: product })).toMatchObject({
      confidence: 'strong',
      productId: `prd_${manufacturer}_${product}`,
      rule: 'manufacturer_and_mpn_without_suffix',
      evidence: { suffix_rule: example.name, product_part_number: product },
    });
  });

  it.each(packaged)('of %s is left aside: %s is %s', (manufacturer, offered, product) => {
    expect(decide({ manufacturer, mpn: offered }, { manufacturer, mpn: product })).toMatchObject({
      confidence: 'strong',
      rule: 'manufacturer_and_mpn_without_suffix',
    });
  });

  it.each(notPackaging)('is not seen where there is none: of %s, %s is not %s', (manufacturer, offered, product) => {
    expect(decide({ manufacturer, mpn: offered }, { manufacturer, mpn: product }).productId).toBeUndefined();
  });

  it.each(leadFree)('is no mark of what is free of lead: of %s, %s is not %s', (manufacturer, offered, product) => {
    expect(decide({ manufacturer, mpn: offered }, { manufacturer, mpn: product }).productId).toBeUndefined();
  });

  it('is part of the number where the product of the whole number is known', () => {
    const [offered, bare] = ['LT3045EDD#TR', 'LT3045EDD'].map((mpn) => ({ manufacturer: 'Linear Technology', mpn }));
    if (offered === undefined || bare === undefined) throw new Error('two parts');
    expect(decide(offered, bare, offered)).toMatchObject({
      confidence: 'exact',
      productId: 'prd_Linear Technology_LT3045EDD#TR',
    });
  });

  it('leaves the decision open to the product of the whole number', () => {
    const manufacturer = 'Linear Technology';
    expect(decide({ manufacturer, mpn: 'LT3045EDD#TR' }, { manufacturer, mpn: 'LT3045EDD' }).blockingKeys).toEqual([
      'LT3045EDD#TR',
      'LT3045EDD',
    ]);
  });

  it('is never taken off the number of a supplier that creates products', () => {
    const manufacturer = 'Linear Technology';
    const product = productOf({ manufacturer, mpn: 'LT3045EDD' });
    const decision = decideOffer(
      { ...offerOf({ manufacturer, mpn: 'LT3045EDD#TR' }), createsProducts: true },
      {
        aliases: new Map(),
        byNumber: new Map([['LT3045EDD', [product]]]),
        byToken: new Map(),
        verdicts: new Map(),
        profiles: builtInProfiles,
      },
      policy,
    );
    expect(decision).toMatchObject({ rule: 'new_canonical', create: { mpn: 'LT3045EDD#TR' } });
  });
});
