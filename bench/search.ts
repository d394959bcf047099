/**
 * Product search over a large catalogue, by its own store and without transport: a page of the
 * usual size for each way of typing, beside a primary-key select of one product over the same
 * connections. `PRODUCTS` says how many products there are, 1,000,000 when left out.
 *
 * The numbers are those of series, as makers' numbers are: two thousand series of five hundred
 * parts, which differ in a value of three digits and in few letters, so that prefixes and fragments
 * are shared by many and a typing error often gives the number of a neighbour. Before the table the
 * plans are printed that the database really used.
 *
 * The last row counts for how many numbers with one random typing error the number meant is among
 * the first ten products.
 */
import postgres from 'postgres';
import { mpnCompact } from '../domain/catalog/identity.ts';
import type { CatalogStore } from '../domain/catalog/ports.ts';
import { createCatalogStore } from '../storage/catalog/catalog-store.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { types } from '../storage/pool/sql-types.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, compare } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const products = Number(process.env.PRODUCTS ?? 1_000_000);
const insertedAtOnce = 50_000;
const perSeries = 500;
const pageSize = 51;
const misspelt = 2_000;

/**
 * A stream of numbers below one that is the same in every run: a linear congruential generator
 * (Numerical Recipes).
 */
const createRandom = (): (() => number) => {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

interface Part {
  readonly id: string;
  readonly mpn: string;
  readonly manufacturer: string;
  readonly description: string;
}

/** The part at a place: its series decides its maker and how its number is built. */
const partAt = (at: number): Part => {
  const [series, member] = [Math.floor(at / perSeries), at % perSeries];
  const letter = (of: number): string => letters[of % letters.length] ?? '';
  const family = `${letter(series)}${letter(Math.floor(series / 23) * 7)}${letter(series * 3)}`;
  const size = ['0201', '0402', '0603', '0805', '1206'][series % 5] ?? '';
  const mpn = `${family}${size}${letter(member)}-${100 + Math.floor(series / 5)}${String(member * 2).padStart(3, '0')}${letter(member >> 3)}`;
  return {
    id: `prd_${(Math.imul(at, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}_${at}`,
    mpn,
    manufacturer: `Maker ${letter(series)}${letter(series >> 3)}`,
    description: `thick film resistor ${member * 2} ohm ${size} series ${family.toLowerCase()}`,
  };
};

const fill = async ({ sql }: Pool): Promise<void> => {
  for (let from = 0; from < products; from += insertedAtOnce) {
    const parts = Array.from({ length: Math.min(insertedAtOnce, products - from) }, (_, at) => partAt(from + at));
    const column = (of: (part: Part) => string): string => `{${parts.map((part) => `"${of(part)}"`).join(',')}}`;
    await sql`
      insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, description, lifecycle)
      select id, 'electronic-component', upper(replace(maker, ' ', '')), maker, mpn, mpn, compact, description, 'active'
      from unnest(
        ${column(({ id }) => id)}::text[], ${column(({ manufacturer }) => manufacturer)}::text[], ${column(({ mpn }) => mpn)}::text[],
        ${column(({ mpn }) => mpnCompact(mpn))}::text[], ${column(({ description }) => description)}::text[]
      ) as given (id, maker, mpn, compact, description)`;
  }
  await sql.unsafe('vacuum analyze product');
};

/** A number with one random typing error: a letter replaced, left out or added, or two swapped. */
const withError = (compact: string, random: () => number): string => {
  const at = Math.floor(random() * compact.length);
  const any = (): string => `${'0123456789'}${letters}`.charAt(Math.floor(random() * (10 + letters.length)));
  const kinds = [
    () => compact.slice(0, at) + any() + compact.slice(at + 1),
    () => compact.slice(0, at) + compact.slice(at + 1),
    () => compact.slice(0, at) + any() + compact.slice(at),
    () => compact.slice(0, at) + compact.slice(at + 1, at + 2) + compact.charAt(at) + compact.slice(at + 2),
  ];
  const typed = kinds[Math.floor(random() * kinds.length)]?.() ?? compact;
  return typed === compact ? withError(compact, random) : typed;
};

/** Ways of typing, by the name of their row. */
const waysOf = (random: () => number): Readonly<Record<string, () => string>> => {
  const part = (): Part => partAt(Math.floor(random() * products));
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  return {
    'an exact number': () => part().mpn,
    'a number without separators': () => mpnCompact(part().mpn),
    'the beginning of a number': () => part().mpn.slice(0, between(3, 10)),
    'a fragment of a number': () => {
      const compact = mpnCompact(part().mpn);
      const from = between(1, compact.length - 5);
      return compact.slice(from, from + between(4, 8));
    },
    'a number with a typing error': () => withError(mpnCompact(part().mpn), random),
    'two words': () => `${part().manufacturer} ${between(0, 499) * 2}`,
  };
};

/** How often the number that was meant is among the first ten. */
const hits = async (store: CatalogStore): Promise<BenchmarkRow> => {
  const random = createRandom();
  let found = 0;
  for (let at = 0; at < misspelt; at += 1) {
    const { id, mpn } = partAt(Math.floor(random() * products));
    const page = await store.search({ text: withError(mpnCompact(mpn), random) }, undefined, 10);
    if (page.some((product) => product.id === id)) found += 1;
  }
  const none = { p50: 0, p95: 0, p99: 0, limitP50: 0, limitP95: 0, limitP99: 0 };
  return {
    name: 'meant and among the first ten, of numbers with one typing error',
    ours: found,
    limit: misspelt,
    ratio: found / misspelt,
    unit: 'numbers',
    ...none,
  };
};

/** Prints the plans of every statement within a search, as the database logs them. */
const showPlans = async (url: string, ways: Readonly<Record<string, () => string>>): Promise<void> => {
  const sql = postgres(url, {
    max: 1,
    types,
    onnotice: ({ message = '' }) => {
      if (message.includes('product')) process.stdout.write(`${message}\n`);
    },
  });
  await sql.unsafe(`load 'auto_explain'`);
  await sql.unsafe(`set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on; set auto_explain.log_level = notice; set client_min_messages = notice`);
  const store = createCatalogStore(sql);
  for (const [name, typed] of Object.entries(ways)) {
    const text = typed();
    process.stdout.write(`\n--- ${name}: ${text}\n`);
    await store.search({ text }, undefined, pageSize);
  }
  await sql.end();
};

/** Searches of every kind beside selects by key, and how many typing errors are forgiven. */
export const searchBenchmark: Benchmark = () =>
  withScratchPostgres(4, async (pool, url) => {
    await fill(pool);
    const store = createCatalogStore(pool.sql);
    const random = createRandom();
    await showPlans(url, waysOf(random));
    const one = (call: () => Promise<unknown>) => () =>
      closedLoop({ workers: 1, durationMs: 2_000, call: async () => call().then(() => 1) });
    const rows: BenchmarkRow[] = [];
    for (const [name, typed] of Object.entries(waysOf(random))) {
      const ours = one(() => store.search({ text: typed() }, undefined, pageSize));
      const limit = one(() => pool.sql`select * from product where id = ${partAt(Math.floor(random() * products)).id}`);
      rows.push(await compare({ name: `search, ${name}`, unit: 'searches/s', rounds: 3, ours, limit }));
    }
    return [...rows, await hits(store)];
  });
