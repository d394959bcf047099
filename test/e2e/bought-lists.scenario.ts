import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import { bomIndex } from '../../bench/bom/compare.ts';
import { manufacturerKey } from '../../domain/catalog/identity.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';
import { askedLine } from '../../domain/estimate/resolve/asked-line.ts';
import { planAliases } from '../../domain/matching/alias-additions.ts';
import { knownAliasRows } from '../../domain/matching/known-aliases.ts';
import { demoCatalogue, manufacturersProgrammes } from '../../ops/demo/catalogue/catalogue.ts';
import { joined, listed, shareOf } from '../../ops/demo/catalogue/combine.ts';
import type { Catalogue, DemoProduct } from '../../ops/demo/catalogue/part.ts';
import { positionsByNumber } from '../../ops/demo/number-index.ts';
import { marketKey, type ProtocolMarket, protocolMarket } from '../support/protocol-market.ts';
import { type Service, startService } from '../support/service.ts';

/**
 * The bills of materials of a folder, bought at six suppliers by a service that begins with no
 * product: all uploaded at once, the first of them twice.
 */

/** A line of an estimate, as far as it is looked at. */
export interface BoughtLine {
  /** Left out of a line that names no part. */
  readonly mpn?: string;
  readonly manufacturer?: string;
  readonly canonical_id?: string;
  readonly pieces?: number;
  readonly do_not_place?: boolean;
  readonly chosen?: readonly object[];
  readonly candidates?: readonly object[];
  readonly unresolved_reason?: string;
  readonly doubts?: readonly object[];
  readonly lookups?: readonly { readonly supplier_id: string; readonly status: string }[];
}

/** What became of a list. */
interface BoughtList {
  readonly file: string;
  readonly lines: readonly BoughtLine[];
}

/** What one supplier was asked, beside its plan. */
export interface AskedSupplier {
  readonly id: string;
  /** The parts that it sells. */
  readonly parts: number;
  /** Parts that were wanted of it. */
  readonly wants: number;
  /**
   * Calls that asking for each of them once takes at most: where a call takes several parts, every
   * list may end with one that is not full.
   */
  readonly enough: number;
  /** Calls by its own count; signing in is free. */
  readonly calls: number;
  /** The most calls within a minute, and how many its plan has. */
  readonly busiest: number;
  readonly perMinute: number;
  /** The least time in which its plan lets each part be asked for once, at an even pace. */
  readonly minMs: number;
}

/** What became of all lists. */
export interface Outcome {
  readonly lists: readonly BoughtList[];
  readonly suppliers: readonly AskedSupplier[];
  /** From the first upload to the last answer. */
  readonly tookMs: number;
  /**
   * Whether any supplier sells the part that a line names: of its maker, or of the only one whose
   * number it is.
   */
  carries(line: BoughtLine): boolean;
  /** Whether any supplier sells so many of it by the piece, at a price. */
  sells(mpn: string, pieces: number): boolean;
}

/** How each supplier is asked: its plan, how many numbers a call takes, and what it sells. */
const plans = {
  digikey: { perMinute: 120, perCall: 1, callsEach: 1, share: 0.55 },
  element14: { perMinute: 120, perCall: 1, callsEach: 1, share: 0.9 },
  lcsc: { perMinute: 200, perCall: 1, callsEach: 1, share: 0.9 },
  mouser: { perMinute: 30, perCall: 10, callsEach: 1, share: 0.55 },
  tme: { perMinute: 60, perCall: 50, callsEach: 2, share: 0.9 },
} as const;

const partsOfEach = 20_000;

const numbersOf = (bytes: Uint8Array): readonly string[] => {
  const read = readDocument(bytes);
  if (read.kind === 'failure') return [];
  return parseLines(read.document).lines.flatMap((line) => {
    const { numbers, inValue } = askedLine(line);
    return [...numbers, ...(inValue === undefined ? [] : [inValue])].map(({ number }) => number);
  });
};

interface List {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every file of the folder that can be read, at most so many. */
const listsIn = async (folder: string, atMost: number): Promise<readonly List[]> => {
  const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
  const all = files.map(async ({ file }) => ({ file, bytes: new Uint8Array(await readFile(join(folder, file))) }));
  const lists = await Promise.all(all);
  return lists.filter(({ bytes }) => readDocument(bytes).kind !== 'failure').slice(0, atMost);
};

/** What the demo's makers make of the parts that lists name. */
const namedIn = (lists: readonly List[]): readonly DemoProduct[] => {
  const manufacturers = joined(demoCatalogue('demo', Number.MAX_SAFE_INTEGER), manufacturersProgrammes('demo'));
  const numbers = new Set(lists.flatMap(({ bytes }) => numbersOf(bytes)));
  return [...numbers].flatMap((number) => positionsByNumber(manufacturers, number).slice(0, 2)).map(manufacturers.at);
};

/**
 * So many parts that a supplier sells some 20,000 of them: those of the lists, and a spread of
 * others, which is the same for suppliers that sell the same share.
 */
const rangeFor = (named: readonly DemoProduct[]): ((plugin: string) => Catalogue) => {
  const ranges = new Map<number, Catalogue>();
  return (plugin) => {
    const share = Object.hasOwn(plans, plugin) ? plans[plugin as keyof typeof plans].share : 0.9;
    const range =
      ranges.get(share) ??
      joined(listed(named), shareOf(demoCatalogue('demo'), Math.ceil(partsOfEach / share) - named.length));
    ranges.set(share, range);
    return range;
  };
};

const { additions } = planAliases(knownAliasRows(), { manufacturerOf: new Map(), nameOf: new Map() });
const manufacturers = new Map(additions.map(({ aliasKey, manufacturerKey: manufacturer }) => [aliasKey, manufacturer]));
const manufacturerOf = (name: string): string => manufacturers.get(manufacturerKey(name)) ?? manufacturerKey(name);

const headers = { 'x-api-key': marketKey };

/** Asks again as a refusal says, which a service may give that is sent every list at once. */
const patiently = async (ask: () => Promise<Response>): Promise<Response> => {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await answer.body?.cancel();
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
  }
};

const upload = async ({ httpUrl }: Service, { file, bytes }: List): Promise<string> => {
  const form = new FormData();
  form.set('file', new File([bytes], file));
  form.set('lookup_deadline_seconds', '300');
  form.set('currency', 'USD');
  const answer = await patiently(() => fetch(`${httpUrl}/v1/estimates`, { method: 'POST', headers, body: form }));
  if (answer.status !== 201) throw new Error(`${file}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
};

const bought = async (service: Service, list: List): Promise<BoughtList> => {
  const url = `${service.httpUrl}/v1/estimates/${await upload(service, list)}`;
  const events = await patiently(() => fetch(`${url}/events?until=ready`, { headers }));
  if (!events.ok) throw new Error(`${list.file}: ${events.status} ${await events.text()}`);
  await events.text();
  const answer = await patiently(() => fetch(url, { headers }));
  const { lines } = (await answer.json()) as { lines: readonly BoughtLine[] };
  return { file: list.file, lines };
};

const askedSuppliers = async (market: ProtocolMarket, lists: number): Promise<readonly AskedSupplier[]> => {
  const wants = await market.database.pool.sql<{ supplier: string; wants: number }[]>`
    select substr(credential_id, 5) as supplier, count(*)::int as wants from part_want_lookup group by 1`;
  const wantsOf = new Map(wants.map((row) => [row.supplier, row.wants]));
  return Object.entries(plans).flatMap(([id, { perMinute, perCall, callsEach }]) => {
    const supplier = market.suppliers.get(id);
    if (supplier === undefined) return [];
    const least = Math.ceil((wantsOf.get(id) ?? 0) / perCall);
    const calls = supplier.calls().filter(({ endpoint }) => !endpoint.includes('token'));
    return {
      id,
      parts: supplier.assortment?.size ?? 0,
      wants: wantsOf.get(id) ?? 0,
      enough: perCall === 1 ? least : (least + lists) * callsEach,
      calls: calls.reduce((sum, { units }) => sum + units, 0),
      busiest: supplier.busiest(60_000),
      perMinute,
      minMs: (Math.max(0, least - 1) * 60_000) / perMinute,
    };
  });
};

/** Buys them. */
export const buyLists = async (folder: string, atMost: number): Promise<Outcome> => {
  const lists = await listsIn(folder, atMost);
  const market = await protocolMarket(rangeFor(namedIn(lists)));
  const service = await startService(market.environment).catch(async (error: unknown) => {
    await market.close();
    throw error;
  });
  try {
    const begun = performance.now();
    const done = await Promise.all([...lists.slice(0, 1), ...lists].map((list) => bought(service, list)));
    const tookMs = performance.now() - begun;
    const offersOf = (mpn: string) =>
      [...market.suppliers.values()].flatMap(({ assortment }) => assortment?.find(mpn) ?? []);
    return {
      lists: done,
      suppliers: await askedSuppliers(market, done.length),
      tookMs,
      carries: ({ mpn = '', manufacturer = '' }) => {
        const manufacturers = new Set(offersOf(mpn).map(({ product }) => manufacturerOf(product.manufacturer)));
        return manufacturer === '' ? manufacturers.size === 1 : manufacturers.has(manufacturerOf(manufacturer));
      },
      sells: (mpn, pieces) =>
        offersOf(mpn).some(
          ({ price, minimum, multiple, stock }) =>
            price.kind === 'ladder' &&
            minimum <= pieces &&
            pieces % (multiple ?? 1) === 0 &&
            stock.some(({ quantity }) => (quantity ?? 0) >= pieces),
        ),
    };
  } finally {
    await service.stop();
    await market.close();
  }
};
