import type { Pool, Sql, Transaction } from '../../storage/pool/pool.ts';
import { processorSeconds } from '../processor-time.ts';

/** What plain inserts reach: observations a second. */
interface BareRate {
  readonly rate: number;
  /** Processor time of an observation, of the database and of who inserts, in microseconds. */
  readonly processorUs: number;
}

/** The rate of a first tick, and of one over prices that have all changed. */
export interface BareRates {
  readonly first: BareRate;
  readonly later: BareRate;
}

/** Rows of one table as JSON, cut into pages. */
interface TablePages {
  readonly table: string;
  readonly columns: string;
  readonly pages: readonly string[];
}

/** Where the catalogue writes besides views and history, which later phases write too. */
const firstTables = ['product', 'offer', 'event_stream', 'event'];
const emptied = [...firstTables, 'offer_view', 'observation_history', 'outbox'];

/** The pages of more offers than these would only fill the memory: the rate is the same. */
const maxOffers = 20_000;

/** What the ticks left behind. */
interface Left {
  readonly allOffers: number;
  /** Rows of history of the first tick. */
  readonly firstRows: number;
}

/** How much is inserted: offers of all that there are, in so many pages. */
interface Extent extends Left {
  readonly offers: number;
  readonly pages: number;
}

/** The columns that can be inserted, in order. */
const columnsOf = async (sql: Sql, table: string): Promise<string> => {
  const [row] = await sql<{ columns: string }[]>`
    select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`;
  return row?.columns ?? '';
};

/** Reads the rows of a query over a table as so many pages of about equal length. */
const pagesOf = async (sql: Sql, table: string, rows: string, count: number): Promise<TablePages> => {
  const columns = await columnsOf(sql, table);
  const pages = await sql.unsafe<{ page: string }[]>(`
    select json_agg(rows)::text as page
    from (select ${columns}, ntile(${count}) over () as tile from (${rows}) chosen) rows group by tile order by tile`);
  return { table, columns, pages: pages.map(({ page }) => page) };
};

const insertPage = (sql: Transaction, { table, columns, pages }: TablePages, page: number, conflict = '') =>
  sql.unsafe(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json) ${conflict}`,
    [pages[page] ?? '[]'],
  );

const processorsUsed = async (): Promise<number> => {
  const { own, children } = await processorSeconds();
  return own + children;
};

/** Writes the pages, two at a time. */
const timed = async (pages: number, observations: number, write: (page: number) => Promise<unknown>) => {
  let next = 0;
  const used = await processorsUsed();
  const begin = performance.now();
  const work = async (): Promise<void> => {
    while (next < pages) {
      const page = next;
      next += 1;
      await write(page);
    }
  };
  await Promise.all([work(), work()]);
  const seconds = (performance.now() - begin) / 1_000;
  const processorUs = (((await processorsUsed()) - used) * 1e6) / observations;
  return { rate: observations / seconds, processorUs };
};

/** A transaction whose inserts check no foreign keys. */
const inBare = (sql: Sql, work: (transaction: Transaction) => Promise<unknown>) =>
  sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await work(transaction);
  });

/**
 * The rows of the first so many offers of finished ticks: of all tables as they are now, with the
 * events of the first tick alone, and the history of the first and of the last prices.
 */
const readPages = async (sql: Sql, { offers, allOffers, firstRows, pages }: Extent) => {
  const rows = Math.round((firstRows * offers) / allOffers);
  const first = `select * from observation_history order by seq limit ${rows}`;
  // Some have no price that could change.
  const last = `select * from observation_history where seq > ${firstRows} order by seq desc limit ${offers}`;
  const [news] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from (${last}) as last`);
  const tables: TablePages[] = [];
  for (const table of firstTables) {
    const condition = table === 'event' ? "where type <> 'offer.repriced'" : '';
    const [size] = await sql.unsafe<{ rows: number }[]>(
      `select round(count(*) * ${offers / allOffers})::int as rows from ${table} ${condition}`,
    );
    tables.push(await pagesOf(sql, table, `select * from ${table} ${condition} limit ${size?.rows ?? 0}`, pages));
  }
  return {
    changed: news?.rows ?? 0,
    views: await pagesOf(sql, 'offer_view', `select * from offer_view limit ${offers}`, pages),
    changedViews: await pagesOf(sql, 'offer_view', `select * from offer_view limit ${news?.rows ?? 0}`, pages),
    catalogue: [...tables, await pagesOf(sql, 'observation_history', first, pages)],
    prices: await pagesOf(sql, 'observation_history', last, pages),
  };
};

/**
 * Empties the tables of a finished first tick and inserts their rows again, `pageSize` observations
 * a page.
 */
export const insertBare = async ({ sql }: Pool, left: Left, pageSize: number): Promise<BareRates> => {
  const offers = Math.min(left.allOffers, maxOffers);
  const pages = Math.ceil(offers / pageSize);
  const { catalogue, prices, views, changedViews, changed } = await readPages(sql, { ...left, offers, pages });
  await sql.unsafe(`truncate ${emptied.join(', ')} cascade`);

  const first = await timed(pages, offers, (page) =>
    inBare(sql, (transaction) =>
      Promise.all([...catalogue, views].map((table) => insertPage(transaction, table, page))),
    ),
  );
  const overwrite = 'on conflict (offer_id, credential_id) do update set known = excluded.known';
  const later = await timed(pages, changed, (page) =>
    inBare(sql, (transaction) =>
      Promise.all([insertPage(transaction, prices, page), insertPage(transaction, changedViews, page, overwrite)]),
    ),
  );
  return { first, later };
};
