import type { Product } from '../catalog/catalog.ts';
import { technologyOf } from '../characteristics/component-kinds.ts';
import { figuresIn } from '../characteristics/figures-in-text.ts';
import { packageIn } from '../characteristics/packages.ts';
import { kindReadings, type PartKind } from '../characteristics/part-kinds.ts';
import { plainDescription } from '../characteristics/plain-text.ts';
import { readDescription } from '../characteristics/read-description.ts';
import type { IdentityProfile } from '../identity/profile.ts';
import { canonicalCharacteristics } from '../identity/read-characteristics.ts';
import { formatQuantity } from '../quantities/format-quantity.ts';
import { abilitiesOf, functionOf, kindOfPart } from './alternate-kinds.ts';
import { type TypeNumber, typeNumber } from './type-number.ts';

/** A product as it is compared with others. */
export interface Part {
  readonly kind: PartKind;
  readonly type: TypeNumber;
  /** What is known of it, by name: what is stated first, then what its description says. */
  readonly texts: ReadonlyMap<string, string>;
  /** What its description promises besides. */
  readonly abilities: readonly string[];
}

/** What a product is read from. */
export type ComparedProduct = Pick<
  Product,
  'profileId' | 'manufacturerKey' | 'mpn' | 'description' | 'characteristics'
>;

/** What the figures of a kind are where descriptions are not read by everybody. */
const furtherMeanings: Readonly<Partial<Record<PartKind, Readonly<Record<string, string>>>>> = {
  regulator: { V: 'output_voltage', A: 'current_rating' },
  suppressor: { V: 'standoff_voltage', W: 'power_rating' },
  connector: { m: 'pitch' },
};

/** What says nothing of the part itself. */
const left = new Set([
  'category',
  'type',
  'manufacturer',
  'mpn',
  'description',
  'series',
  'packaging',
  'product status',
]);

/** Names of kinds of mounting, which stand in the place of a package too. */
const mountings: readonly (readonly [string, RegExp])[] = [
  ['surface mount', /^(?:surface mount(?:ed|ing)?|smd|smt)\b/iu],
  ['through hole', /^(?:axial|radial|through[- ]hole|tht)\b/iu],
];
const mountingOf = (text: string): string | undefined => mountings.find(([, name]) => name.test(text.trim()))?.[0];

const furtherFigures = (plain: string, kind: PartKind): readonly (readonly [string, string])[] =>
  Object.entries(furtherMeanings[kind] ?? {}).flatMap(([unit, name]) => {
    const texts = figuresIn(plain, undefined).flatMap(({ quantity, isDeviation }) =>
      quantity.kind === 'value' && quantity.unit === unit && !isDeviation ? [formatQuantity(quantity)] : [],
    );
    const [text, another] = new Set(texts);
    return text === undefined || another !== undefined ? [] : [[name, text] as const];
  });

const contacts = /(?<!\p{N})(\d{1,3})\s(?:contacts|circuits|ways|pins)(?!\p{L})/iu;
const rows: readonly (readonly [string, RegExp])[] = [
  ['2', /(?:double|two|dual) rows?/iu],
  ['1', /(?:single|one) row/iu],
];

/** What the words of a description say, by name. */
const wordsOf = (kind: PartKind, text: string): readonly (readonly [string, string | undefined])[] => [
  ['function', functionOf(kind, text)],
  ...(kind === 'capacitor' ? [['technology', technologyOf(text)] as const] : []),
  ...(kind === 'suppressor' ? [['polarity', /(?:uni|bi)directional/iu.exec(text)?.[0].toLowerCase()] as const] : []),
  ...(kind === 'regulator' && /adjustable/iu.test(text) ? [['output_voltage', 'adjustable'] as const] : []),
  ...(kind === 'connector'
    ? [
        ['pin_count', contacts.exec(text)?.[1]] as const,
        ['rows', rows.find(([, words]) => words.test(text))?.[0]] as const,
      ]
    : []),
  ['package', kind === 'connector' ? undefined : packageIn(text)],
];

/** Names that mean another thing from kind to kind. */
const ownNames = (kind: PartKind): Readonly<Record<string, string>> => ({
  voltage: kind === 'suppressor' ? 'standoff_voltage' : (kindReadings[kind].meanings.V ?? 'voltage'),
  direction: 'polarity',
  contacts: 'pin_count',
});

/** Reads a product, with what everybody calls its characteristics. */
export const partOf = (product: ComparedProduct, profile: IdentityProfile | undefined): Part => {
  const { description = '', characteristics } = product;
  const stated = canonicalCharacteristics(characteristics, profile);
  const sort = characteristics.category ?? characteristics.type ?? '';
  const text = `${description} | ${sort}`;
  const kind = kindOfPart(text, stated);
  const names = ownNames(kind);
  const texts = new Map<string, string>();
  const add = (name: string, value: string | undefined): void => {
    const own = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
    if (value === undefined || value.trim() === '' || left.has(own.toLowerCase()) || texts.has(own)) return;
    const mounting = own === 'package' ? mountingOf(value) : undefined;
    if (mounting === undefined) texts.set(own, own === 'mounting' ? (mountingOf(value) ?? value) : value);
    else if (!texts.has('mounting')) texts.set('mounting', mounting);
  };
  for (const [name, value] of Object.entries(stated)) add(name, value);
  for (const { name, text: value } of readDescription(description, profile?.decimalSeparator)) add(name, value);
  for (const [name, value] of furtherFigures(plainDescription(description), kind)) add(name, value);
  for (const [name, value] of wordsOf(kind, text)) add(name, value);
  if (kind === 'capacitor' && texts.has('dielectric')) add('technology', 'ceramic');
  const type = typeNumber(product.mpn, product.manufacturerKey, profile);
  if (type.grade !== undefined) add('grade', type.grade);
  return { kind, type, texts, abilities: abilitiesOf(text) };
};
