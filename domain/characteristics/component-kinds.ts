import { ownProperty } from '../own-property.ts';

/**
 * What kind of component a text, a designator or the name of a footprint speaks of. Only resistors,
 * capacitors and inductors are told by figures alone; everything else that has ohms, farads or
 * henries (thermistors, arrays, filters) is `other` and is never taken for one of the three.
 */

/** A kind that figures can name, or one that they cannot. */
export type ComponentKind = 'resistor' | 'capacitor' | 'inductor' | 'other';

/** The technology of a capacitor: one technology cannot replace another. */
export type Technology = 'ceramic' | 'tantalum' | 'aluminium' | 'polymer' | 'film' | 'mica' | 'double_layer';

const bounded = (names: string): RegExp => new RegExp(String.raw`(?<![\p{L}])(?:${names})(?![\p{L}])`, 'iu');

const others = bounded(
  'arrays?|networks?|ferrites?|beads?|thermistors?|NTC|PTC|varistors?|MOV|trimmers?|trimpots?|potentiometers?|pots?|' +
    'rheostats?|feed-?thru|feedthrough|filters?|common[ -]mode|transformers?|crystals?|quartz|XTAL|oscillators?|' +
    'resonators?|LEDs?|diodes?|zener|schottky|TVS|fuses?|relays?|sensors?|connectors?|conn|headers?|switch(?:es)?|' +
    'sockets?|transistors?|MOSFETs?|regulators?|LDO|IC|modules?|batter(?:y|ies)|kits?|photoresistors?|LDR|shunts?|' +
    'coupled|antennas?|varactors?|suppressors?|EMI|wireless charging|Arrays_and_Networks|Trimmer_Potentiometers|' +
    'Potentiometer|Crystal|Ferrite_Bead|Varicap',
);

const kinds: readonly (readonly [Exclude<ComponentKind, 'other'>, RegExp])[] = [
  [
    'resistor',
    bounded('res|resistors?|resistance|rés|résistances?|widerst[aä]nde?|resistencias?|resistenz[ae]|резисторы?'),
  ],
  [
    'capacitor',
    bounded(
      'caps?|capacitors?|MLCCs?|kondensator(?:en)?|condensateurs?|condensador(?:es)?|condensator[ei]|конденсаторы?|elkos?',
    ),
  ],
  [
    'inductor',
    bounded('ind|inductors?|inductance|chokes?|drosseln?|spulen?|inducteurs?|дроссель|индуктивность|bobines?'),
  ],
];

const eastAsian: readonly (readonly [ComponentKind, RegExp])[] = [
  ['other', /排阻|热敏|压敏|磁珠|晶振|二极管|三极管/u],
  ['resistor', /电阻/u],
  ['capacitor', /电容/u],
  ['inductor', /电感/u],
];

const technologies: readonly (readonly [Technology, RegExp])[] = [
  ['double_layer', bounded('super-?caps?|ultra-?caps?|EDLC|supercapacitors?')],
  ['polymer', bounded('poly|polymer')],
  ['tantalum', bounded('tant|tantalum|tantal')],
  ['aluminium', bounded('alum|aluminium|aluminum|electrolytic|elec|elektrolyt|elkos?|ALU|электролит\\p{L}*')],
  ['film', bounded('film|polyester|polypropylene|MKT|MKP|PET|PP|folie')],
  ['mica', bounded('mica|silver mica')],
  ['ceramic', bounded('ceramic|cer|MLCC|keramik|céramique|керам\\p{L}*')],
];

/** Underscores part words too: `Resistor_SMD:R_0603`. */
const words = (text: string): string => text.normalize('NFC').replaceAll('_', ' ');

/** The kind that a text mentions; undefined where it mentions none, or several. */
export const kindOfText = (text: string): ComponentKind | undefined => {
  const plain = words(text);
  const foreign = eastAsian.find(([, name]) => name.test(plain))?.[0];
  if (foreign !== undefined) return foreign;
  if (others.test(plain)) return 'other';
  const found = kinds.filter(([, name]) => name.test(plain)).map(([kind]) => kind);
  return found.length === 1 ? found[0] : undefined;
};

/** The technology of the capacitors that a text mentions. */
export const technologyOf = (text: string): Technology | undefined => {
  const plain = words(text);
  return technologies.find(([, name]) => name.test(plain))?.[0];
};

const kindOfPrefix: Readonly<Record<string, ComponentKind>> = { R: 'resistor', C: 'capacitor', L: 'inductor' };

/** The kind that designators tell, when all of them begin alike: `C1`, `C2`. */
export const kindOfReferences = (references: readonly string[]): ComponentKind | undefined => {
  const letters = new Set(references.map((each) => /^\p{L}+/u.exec(each)?.[0].toUpperCase() ?? ''));
  const [only = ''] = letters;
  if (letters.size !== 1 || only === '') return undefined;
  return ownProperty(kindOfPrefix, only) ?? 'other';
};

/** The kind that the name of a chip's footprint tells: `C0603`, `R_0805_2012Metric`. */
export const kindOfFootprint = (text: string): ComponentKind | undefined => {
  const letter = /(?:^|[:_-])([RCL])_?\d{4,5}(?!\d)/u.exec(text)?.[1];
  return letter === undefined ? undefined : ownProperty(kindOfPrefix, letter);
};
