import { sleep } from '../../concurrency/delay.ts';
import {
  type LineLookUp,
  type LookedUpLine,
  linesToLookUp,
  lookedUpLines,
  wantsToAsk,
} from '../../domain/estimate/look-up.ts';
import { boundLines, costsWithSpent, pricedWants } from '../../domain/estimate/look-up-costs.ts';
import { lineWithNews } from '../../domain/estimate/look-up-news.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { LineResolution } from '../../domain/estimate/resolution.ts';
import type { LineCatalogue } from '../../domain/estimate/resolve/ports.ts';
import { type AskingDependencies, lookAgainMs, lookAtWants } from '../../domain/wants/look.ts';
import { boundOf, type LookupCost, type MaxLookupCost } from '../../domain/wants/lookup-cost.ts';
import { answerHoldsMs, type PartWants } from '../../domain/wants/ports.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { FoundItem } from './found-item.ts';

/** Asks suppliers about items that are unknown here, as estimates ask about their lines. */

/** What suppliers are asked with. */
export interface LookUpPartsDependencies extends AskingDependencies {
  readonly wants: Pick<PartWants, 'ask' | 'survey' | 'costs'>;
  readonly suppliers: LineCatalogue['suppliers'];
}

/** How the caller wants to hear of it. */
export interface LookUpWish {
  /** Whether every change is told, or only how each item ends. */
  readonly isWatching: boolean;
  readonly deadlineMs: number;
  /** Whether the caller may know which suppliers are asked. */
  readonly namesSuppliers: boolean;
  /** What look-ups may cost at most; empty: as much as they do. */
  readonly maxCost: MaxLookupCost;
  readonly resolve: (lines: readonly ParsedLine[]) => Promise<readonly LineResolution[]>;
}

/** How an item stands, and how many suppliers had found it when its product was looked for. */
interface Standing {
  readonly item: FoundItem;
  readonly hits: number;
}

const hitsOf = ({ lookups }: LookedUpLine): number => lookups.filter(({ state }) => state.kind === 'found').length;

/** The products of items that more suppliers have found than before, by number. */
const resolveHits = async (
  looked: readonly LookedUpLine[],
  standings: ReadonlyMap<number, Standing>,
  { resolve }: LookUpWish,
): Promise<ReadonlyMap<number, LineResolution>> => {
  const hit = looked.filter((line) => hitsOf(line) > (standings.get(line.asked.number)?.hits ?? 0));
  const resolutions = hit.length === 0 ? [] : await resolve(hit.flatMap(({ asked }) => asked.line ?? []));
  return new Map(hit.flatMap(({ asked }, at) => (resolutions[at] ? [[asked.number, resolutions[at]]] : [])));
};

const saysOther = (before: FoundItem, { resolution, lookups, isOpen }: FoundItem): boolean =>
  JSON.stringify([before.resolution, before.lookups, before.isOpen]) !== JSON.stringify([resolution, lookups, isOpen]);

interface Told {
  readonly wish: LookUpWish;
  readonly standings: Map<number, Standing>;
  readonly isOver: boolean;
}

/** The items of which suppliers have said something else; notes how all of them stand. */
const itemsWithNews = async (
  looked: readonly LookedUpLine[],
  { wish, standings, isOver }: Told,
): Promise<readonly FoundItem[]> => {
  const resolutions = await resolveHits(looked, standings, wish);
  return looked.flatMap((line) => {
    const { number } = line.asked;
    const before = standings.get(number);
    if (before === undefined) return [];
    const resolution = resolutions.get(number) ?? before.item.resolution;
    const news = lineWithNews(resolution, line, { ...wish, isOver });
    const item = { ...before.item, ...news, isOpen: line.isOpen && !isOver };
    standings.set(number, { item, hits: hitsOf(line) });
    return !item.isOpen || (wish.isWatching && saysOther(before.item, item)) ? [item] : [];
  });
};

/** What may be asked about lines within the bound, and how to hear what that has cost so far. */
const costsOf = async (
  askable: readonly LineLookUp[],
  { maxCost, namesSuppliers }: LookUpWish,
  begunAt: Date,
  wants: LookUpPartsDependencies['wants'],
  { caller: { customerId }, signal }: Pick<RequestContext, 'caller' | 'signal'>,
): Promise<{ readonly lines: readonly LineLookUp[]; readonly now: () => Promise<readonly LookupCost[]> }> => {
  const rowsOf = async (lines: readonly LineLookUp[]) =>
    (await wants.costs({ wants: pricedWants({ lines }), customerIds: [customerId] }, { signal })).get(customerId) ?? [];
  const since = new Date(begunAt.getTime() - answerHoldsMs).toISOString();
  const max = boundOf(maxCost, namesSuppliers);
  const { lines, costs } = boundLines({ lines: askable, since }, await rowsOf(askable), { max, begunAt });
  return { lines, now: async () => costsWithSpent(costs, await rowsOf(lines), begunAt) };
};

/**
 * Tells the items as suppliers answer, each for the last time when all who could be asked have
 * answered, or when the time is over. What nobody can be asked for is told at once.
 */
export async function* lookUpParts(
  items: readonly FoundItem[],
  wish: LookUpWish,
  { suppliers, ...asking }: LookUpPartsDependencies,
  { caller, correlationId, traceparent, signal, now }: RequestContext,
): AsyncGenerator<readonly FoundItem[]> {
  const lines = items.map(({ line }) => line);
  const named = lines.some(({ skus }) => skus.length > 0) ? await suppliers() : [];
  const askable = linesToLookUp(
    lines,
    items.map(({ resolution }) => resolution),
    named,
  );
  const asked = new Set(askable.map(({ number }) => number));
  yield items.filter((_, at) => !asked.has(at + 1));
  if (askable.length === 0) return;
  const begunAt = now().getTime();
  const costs = await costsOf(askable, wish, new Date(begunAt), asking.wants, { caller, signal });
  let open = costs.lines;
  const until = begunAt + wish.deadlineMs;
  const order = {
    customerId: caller.customerId,
    priority: 'high' as const,
    since: new Date(begunAt - answerHoldsMs),
    cause: { correlationId, traceparent },
  };
  const standings = new Map<number, Standing>(
    items.map((item, at) => [at + 1, { item: { ...item, isOpen: true }, hits: 0 }]),
  );
  for (let looks = 0; open.length > 0; looks += 1) {
    const at = now();
    const isOver = at.getTime() >= until;
    const lookups = await lookAtWants({ ...order, now: at, wants: wantsToAsk({ lines: open }) }, looks, asking, {
      signal,
    });
    const looked = lookedUpLines({ lines: open }, lookups);
    const told = await itemsWithNews(looked, { wish, standings, isOver });
    const spent = told.length === 0 ? [] : await costs.now();
    yield told.map((item) => ({ ...item, costs: spent }));
    open = isOver ? [] : looked.flatMap(({ asked: line, isOpen }) => (isOpen ? [line] : []));
    if (open.length > 0) await sleep(Math.min(lookAgainMs(looks), until - at.getTime()), signal);
    signal.throwIfAborted();
  }
}
