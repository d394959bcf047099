/**
 * Resolving the lines of a bill of materials over a large catalogue, beside one bare select of the
 * same part numbers by their index: what a file would cost if nothing but exact numbers counted.
 * `PRODUCTS` says how many products there are, 1,000,000 when left out; two fifths of them are
 * capacitors and resistors with their characteristics, and each tenth of these has an offer with
 * stock.
 *
 * A file has 200 lines: 110 name maker and number, 20 a number alone, 10 a number that nobody has,
 * and 60 only figures. Every call is of another file. Before the table the plans are printed that
 * the database really used.
 */
import postgres from 'postgres';
import type { ParsedLine } from '../domain/estimate/parse/parsed-bom.ts';
import { createLineResolver } from '../domain/estimate/resolve/line-resolver.ts';
import { matchPolicy } from '../gateway/wire/matching.ts';
import { createLineCatalogue } from '../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../storage/estimates/line-choices.ts';
import { arrayLiteral } from '../storage/pool/array-literal.ts';
import type { Pool, Sql } from '../storage/pool/pool.ts';
import { types } from '../storage/pool/sql-types.ts';
import { seededRandom } from '../test/support/random.ts';
import { type Benchmark, closedLoop, compare } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const products = Number(process.env.PRODUCTS ?? 1_000_000);
const insertedAtOnce = 10_000;

const sizes = ['0201', '0402', '0603', '0805', '1206'] as const;
const preferred = [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91];
const volts = [6.3, 10, 16, 25, 50, 100];
const dielectrics = ['X7R', 'X5R', 'C0G'] as const;

interface Part {
  readonly id: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description: string;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly quantities: Readonly<Record<string, number>>;
}

const pick = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

/** The part at a place: three circuits, a capacitor and a resistor in turn. */
const partAt = (at: number): Part => {
  const [turn, series] = [at % 5, Math.floor(at / 5)];
  const shared = { id: `prd_${String(at).padStart(9, '0')}`, manufacturer: `Maker ${at % 97}` };
  if (turn < 3)
    return {
      ...shared,
      mpn: `IC${pick('ABCDEFGHJK'.split(''), at)}${100_000 + at}-${pick(['DR', 'PW', 'QFN'], series)}`,
      description: `integrated circuit of series ${series % 1_000}`,
      characteristics: {},
      quantities: {},
    };
  const size = pick(sizes, series);
  const figure = pick(preferred, Math.floor(series / 5));
  const decade = Math.floor(series / 120) % 5;
  if (turn === 3) {
    const [limit, dielectric] = [pick(volts, Math.floor(series / 600)), pick(dielectrics, Math.floor(series / 3_600))];
    return {
      ...shared,
      mpn: `CC${size}${dielectric}${figure}${decade}${at}`,
      description: `ceramic capacitor ${size} ${dielectric}`,
      characteristics: { capacitance: `${figure} pF x 10^${decade}`, package: `${size} (Metric)`, dielectric },
      quantities: { capacitance: Number(`${figure}e${decade - 12}`), voltage_rating: limit, tolerance: 0.1 },
    };
  }
  return {
    ...shared,
    mpn: `RC${size}F${figure}${decade}${at}`,
    description: `thick film resistor ${size}`,
    characteristics: { resistance: `${figure} ohm x 10^${decade}`, package: `${size} (Metric)` },
    quantities: { resistance: Number(`${figure}e${decade}`), tolerance: 0.01, power_rating: 0.1 },
  };
};

const fill = async ({ sql }: Pool): Promise<void> => {
  await sql`insert into supplier (id, name, plugin, base_url, creates_products) values ('bench', 'Bench', 'none', '', false)`;
  await sql`
    insert into credential (id, supplier_id, scope, label, secret) values ('crd_bench', 'bench', 'system', 'bench', '')`;
  for (let from = 0; from < products; from += insertedAtOnce) {
    const parts = Array.from({ length: Math.min(insertedAtOnce, products - from) }, (_, at) => partAt(from + at));
    const column = (of: (part: Part) => string): string => arrayLiteral(parts.map(of));
    await sql`
      insert into product
        (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, description, characteristics, quantities)
      select id, 'electronic-component', upper(replace(maker, ' ', '')), maker, mpn, replace(mpn, '-', ''),
        replace(mpn, '-', ''), description, characteristics::jsonb, quantities::jsonb
      from unnest(
        ${column(({ id }) => id)}::text[], ${column(({ manufacturer }) => manufacturer)}::text[], ${column(({ mpn }) => mpn)}::text[],
        ${column(({ description }) => description)}::text[],
        ${column((part) => JSON.stringify(part.characteristics))}::text[],
        ${column((part) => JSON.stringify(part.quantities))}::text[]
      ) as given (id, maker, mpn, description, characteristics, quantities)`;
  }
  await sql`
    insert into offer (id, supplier_id, supplier_sku, product_id, match_confidence, matched_at)
    select 'ofr_' || id, 'bench', mpn, id, 'exact', now() from product where quantities <> '{}' and right(id, 2) like '_3'`;
  await sql`
    insert into offer_view (offer_id, credential_id, known, last_observed_at)
    select id, 'crd_bench', '{"stock":[["main",10]],"stated":[]}', now() from offer`;
  await sql.unsafe('vacuum analyze product, offer, offer_view');
};

const nothingSaid = { row: 1, skus: [], references: [], doNotPlace: false, doubts: [] };

const naming = (partNumber: string, manufacturer?: string): ParsedLine => ({
  ...nothingSaid,
  rawText: partNumber,
  parts: [{ partNumber, ...(manufacturer === undefined ? {} : { manufacturer }) }],
});

const ofFigures = (random: () => number): ParsedLine => {
  const size = pick(sizes, Math.floor(random() * 5));
  const figure = `${pick(preferred, Math.floor(random() * 24))}${'0'.repeat(Math.floor(random() * 3))}`;
  const text = random() < 0.5 ? `${figure} pF 10V ${size}` : `${figure} ohm 1% ${size}`;
  return { ...nothingSaid, rawText: text, parts: [], description: text };
};

const file = (random: () => number): readonly ParsedLine[] =>
  Array.from({ length: 200 }, (_, at) => {
    const { mpn, manufacturer } = partAt(Math.floor(random() * products));
    if (at < 110) return naming(mpn, manufacturer);
    if (at < 130) return naming(mpn);
    return at < 140 ? naming(`${mpn}9Z`) : ofFigures(random);
  });

const resolverOver = (sql: Sql) =>
  createLineResolver({
    catalogue: createLineCatalogue(sql),
    choices: createLineChoices(sql),
    strategies: matchPolicy.strategies,
  });

/** Ends nothing. */
const endless = new AbortController().signal;

/** Prints the plans of every statement for one file, as the database logs them. */
const showPlans = async (url: string): Promise<void> => {
  const sql = postgres(url, {
    max: 1,
    types,
    onnotice: ({ message = '' }) => process.stdout.write(`${message}\n`),
  });
  await sql.unsafe(`load 'auto_explain'`);
  await sql.unsafe(`set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_nested_statements = off; set auto_explain.log_level = notice;
    set auto_explain.log_parameter_max_length = 0; set client_min_messages = notice`);
  await resolverOver(sql).resolve(file(seededRandom(1)), undefined, endless);
  await sql.end();
};

/** Lines resolved a second beside the bare select, a file at a time. */
export const resolveBenchmark: Benchmark = () =>
  withScratchPostgres(8, async (pool, url) => {
    await fill(pool);
    await showPlans(url);
    const resolver = resolverOver(pool.sql);
    const random = seededRandom(42);
    const loop = (call: () => Promise<number>) => () => closedLoop({ workers: 1, durationMs: 3_000, call });
    const bare = async (): Promise<number> => {
      const lines = file(random);
      const keys = lines.flatMap(({ parts }) => parts.map(({ partNumber = '' }) => partNumber.replaceAll('-', '')));
      await pool.sql`select id, manufacturer_key, mpn from product where mpn_key = any(${arrayLiteral(keys)}::text[])`;
      return lines.length;
    };
    const ours = async (): Promise<number> => (await resolver.resolve(file(random), undefined, endless)).length;
    return [
      await compare({
        name: `resolve 200 lines, ${products} products`,
        unit: 'lines/s',
        rounds: 3,
        ours: loop(ours),
        limit: loop(bare),
      }),
    ];
  });
