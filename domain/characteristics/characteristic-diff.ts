import { ownProperty } from '../own-property.ts';
import {
  type CharacteristicSource,
  type CharacteristicStatement,
  type SettledCharacteristic,
  settleStatements,
  sourceKey,
  type ValueEquality,
} from './statement.ts';

/**
 * What became of what is served: it is new, another value, or the same although sources contradict
 * it.
 */
export type ChangeKind = 'added' | 'changed' | 'kept';

/** A value with its source, as anybody may see it. */
export interface SourcedText {
  readonly text: string;
  readonly source: CharacteristicSource;
}

/** One entry of the difference that a refresh makes. */
export interface CharacteristicChange {
  readonly kind: ChangeKind;
  readonly productId: string;
  readonly name: string;
  /** Undefined when nothing was served before. */
  readonly before: string | undefined;
  /** What is served now. */
  readonly served: SourcedText;
  /** Other values that sources state. */
  readonly contradicting: readonly SourcedText[];
}

/** What is known of a product when its characteristics are settled. */
export interface KnownCharacteristics {
  readonly productId: string;
  /** As they are served. */
  readonly characteristics: Readonly<Record<string, string>>;
  /** What sources have stated before. */
  readonly kept: readonly (CharacteristicStatement & { readonly isServed: boolean })[];
  readonly observedAt: Date | undefined;
}

/** The characteristics after new statements were heard. */
export interface SettledCharacteristics {
  readonly characteristics: Readonly<Record<string, string>>;
  /** Every statement that counts now, with whether it is served. */
  readonly statements: readonly (CharacteristicStatement & { readonly isServed: boolean })[];
  readonly changes: readonly CharacteristicChange[];
}

/**
 * A value that is served and that was not served for a source's statement before was given to the
 * catalogue.
 */
const catalogueStatements = (
  { characteristics, kept, observedAt }: KnownCharacteristics,
  names: ReadonlySet<string>,
  isSame: ValueEquality,
) =>
  Object.entries(characteristics).flatMap(([name, text]): CharacteristicStatement[] => {
    const isOurs = kept.some(
      (each) =>
        each.isServed && each.name === name && each.source.kind !== 'catalogue' && isSame(name, each.text, text),
    );
    return isOurs || !names.has(name) ? [] : [{ name, text, source: { kind: 'catalogue', statedAt: observedAt } }];
  });

/**
 * A source that has spoken anew about a name is taken at its later word; one that is silent now is
 * not unsaid.
 */
const newestOfEach = (statements: readonly CharacteristicStatement[]): readonly CharacteristicStatement[] => [
  ...new Map(statements.map((each) => [`${each.name}\n${sourceKey(each.source)}`, each])).values(),
];

const changeOf = (
  productId: string,
  before: string | undefined,
  { served, contradicting }: SettledCharacteristic,
  isSame: ValueEquality,
): CharacteristicChange | undefined => {
  const { name } = served;
  const isKept = before !== undefined && isSame(name, before, served.text);
  if (isKept && contradicting.length === 0) return undefined;
  const kind = isKept ? 'kept' : before === undefined ? 'added' : 'changed';
  return { kind, productId, name, before, served, contradicting };
};

/**
 * Hears new statements and settles what is served. What says the same as before stays as it is
 * written; names that nobody but the catalogue states stay untouched.
 */
export const settleCharacteristics = (
  known: KnownCharacteristics,
  heard: readonly CharacteristicStatement[],
  isSame: ValueEquality,
): SettledCharacteristics => {
  const earlier = known.kept.filter(({ source }) => source.kind !== 'catalogue');
  const names = new Set([...earlier, ...heard].map(({ name }) => name));
  const statements = newestOfEach([...catalogueStatements(known, names, isSame), ...earlier, ...heard]);
  const settled = settleStatements(statements, isSame);
  const characteristics = new Map(Object.entries(known.characteristics));
  const changes: CharacteristicChange[] = [];
  for (const [name, each] of settled) {
    const before = ownProperty(known.characteristics, name);
    const change = changeOf(known.productId, before, each, isSame);
    if (change !== undefined) changes.push(change);
    if (before === undefined || !isSame(name, before, each.served.text)) characteristics.set(name, each.served.text);
  }
  return {
    characteristics: Object.fromEntries(characteristics),
    statements: statements.map((each) => ({ ...each, isServed: each === settled.get(each.name)?.served })),
    changes,
  };
};
