import { manufacturerKey } from '../../domain/catalog/identity.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type AnySql, run, type Transaction } from '../pool/pool.ts';

/** A maker as products name it: after the alias table. */
export interface ManufacturerName {
  readonly key: string;
  readonly name: string;
}

interface ManufacturerRow {
  readonly given: string;
  readonly key: string;
  /** Null: nothing has named this maker yet. */
  readonly name: string | null;
}

const readManufacturers = (sql: AnySql, keys: readonly string[]) => sql<ManufacturerRow[]>`
  select given.key as given, coalesce(alias.manufacturer_key, given.key) as key, manufacturer.name
  from unnest(${arrayLiteral(keys)}::text[]) as given (key)
  left join manufacturer_alias alias on alias.alias_key = given.key
  left join manufacturer on manufacturer.key = coalesce(alias.manufacturer_key, given.key)`;

/**
 * Keeps the first spelling of makers that nothing has named yet; in the order of their keys, so
 * that two writers never deadlock.
 */
const nameManufacturers = (sql: Transaction, manufacturers: readonly ManufacturerName[]) => sql`
  insert into manufacturer (key, name)
  select key, name from unnest(
    ${arrayLiteral(manufacturers.map(({ key }) => key))}::text[], ${arrayLiteral(manufacturers.map(({ name }) => name))}::text[]
  ) as given (key, name)
  order by key
  on conflict (key) do nothing`;

/**
 * The makers of these spellings, by manufacturer key. A maker that is new is named as it is spelled
 * here, so that all products of one maker carry one name.
 */
export const manufacturersOf = async (
  sql: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, ManufacturerName>> => {
  const spelling = new Map(names.toReversed().map((name) => [manufacturerKey(name), name.trim()]));
  const manufacturers = new Map<string, ManufacturerName>();
  const unnamed: ManufacturerName[] = [];
  for (const row of await readManufacturers(sql, [...spelling.keys()])) {
    const manufacturer = { key: row.key, name: row.name ?? spelling.get(row.given) ?? row.given };
    manufacturers.set(row.given, manufacturer);
    if (row.name === null) unnamed.push(manufacturer);
  }
  if (unnamed.length > 0) await nameManufacturers(sql, unnamed);
  return manufacturers;
};

/** The makers that the alias table knows, by the keys asked for; other keys are left out. */
export const aliasedManufacturers = async (
  sql: AnySql,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ManufacturerName>> => {
  const rows = await run(sql<{ alias_key: string; key: string; name: string }[]>`
    select alias_key, key, name
    from manufacturer_alias join manufacturer on key = manufacturer_key
    where alias_key = any(${arrayLiteral(keys)}::text[])`);
  return new Map(rows.map(({ alias_key, key, name }) => [alias_key, { key, name }]));
};

/**
 * Every key under which products of the maker of this name may stand: its own and those of its
 * aliases.
 */
export const manufacturerKeys = async (sql: AnySql, name: string, options: ReadOptions): Promise<readonly string[]> => {
  const key = manufacturerKey(name);
  const query = sql<{ alias_key: string }[]>`
    select alias_key from manufacturer_alias
    where manufacturer_key = (select manufacturer_key from manufacturer_alias where alias_key = ${key})`;
  const rows = await run(query, options);
  return rows.length > 0 ? rows.map((row) => row.alias_key) : [key];
};
