import { manufacturerKey } from '../catalog/identity.ts';

/**
 * Adding to the manufacturer alias table. A maker is declared by the first alias that names it, and
 * then has an alias row of its own key too, so that one look-up answers for every spelling. No
 * alias ever changes its maker: two makers are never merged by a later row, whatever it says.
 */

/** An alias as it is given. */
export interface AliasRow {
  readonly alias: string;
  readonly manufacturer: string;
}

/** The part of the alias table that concerns the rows to be added. */
export interface KnownAliases {
  /** Maker key by alias key. */
  readonly manufacturerOf: ReadonlyMap<string, string>;
  /** Name by maker key. */
  readonly nameOf: ReadonlyMap<string, string>;
}

/** A row to be written. */
export interface AliasAddition {
  readonly aliasKey: string;
  readonly alias: string;
  readonly manufacturerKey: string;
  readonly manufacturerName: string;
}

/** What is to be written, and what became of each row in the order given. */
export interface AliasPlan {
  readonly additions: readonly AliasAddition[];
  readonly outcomes: readonly { readonly alias: string; readonly conflictsWith: string | undefined }[];
}

/** The keys that must be looked up before `planAliases`. */
export const aliasKeys = (rows: readonly AliasRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => [manufacturerKey(row.alias), manufacturerKey(row.manufacturer)])),
];

/**
 * Decides what the rows add to what is known; rows are taken in order, a later one sees what an
 * earlier one added.
 */
export const planAliases = (rows: readonly AliasRow[], known: KnownAliases): AliasPlan => {
  const manufacturerOf = new Map(known.manufacturerOf);
  const nameOf = new Map(known.nameOf);
  const additions: AliasAddition[] = [];
  const add = (aliasKey: string, alias: string, manufacturerKey: string): void => {
    const manufacturerName = nameOf.get(manufacturerKey) ?? alias;
    manufacturerOf.set(aliasKey, manufacturerKey);
    nameOf.set(manufacturerKey, manufacturerName);
    additions.push({ aliasKey, alias, manufacturerKey: manufacturerKey, manufacturerName });
  };
  const manufacturerNamed = (name: string): string => {
    const key = manufacturerKey(name);
    if (!manufacturerOf.has(key)) add(key, name, key);
    return manufacturerOf.get(key) ?? key;
  };
  const outcomes = rows.map((row) => {
    const aliasKey = manufacturerKey(row.alias);
    const namedAlready = manufacturerOf.get(aliasKey);
    const manufacturer = manufacturerNamed(row.manufacturer);
    const owner = namedAlready ?? manufacturerOf.get(aliasKey);
    if (owner === undefined) add(aliasKey, row.alias, manufacturer);
    return {
      alias: row.alias,
      conflictsWith: owner === undefined || owner === manufacturer ? undefined : nameOf.get(owner),
    };
  });
  return { additions, outcomes };
};
