import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import { type DraftLookUp, type LineLookUp, lookedUpLines, wantsToAsk } from '../../domain/estimate/look-up.ts';
import { boundDraft, pricedWants, withSpent } from '../../domain/estimate/look-up-costs.ts';
import { withNews } from '../../domain/estimate/look-up-news.ts';
import type { ClaimedEstimate } from '../../domain/estimate/ports.ts';
import { type AskingDependencies, askForWants, lookAtWants } from '../../domain/wants/look.ts';
import { boundOf } from '../../domain/wants/lookup-cost.ts';
import type { PartWants } from '../../domain/wants/ports.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * Asks suppliers about the lines of an estimate whose part is unknown, or whose prices are too old,
 * and finds the products of the former as answers come (`domain/wants/look.ts`). What is asked
 * outlives this process.
 */

/** What looking up needs from outside. */
export interface LineLookUpDependencies extends AskingDependencies {
  readonly wants: Pick<PartWants, 'ask' | 'survey' | 'costs'>;
  readonly now: () => Date;
}

/** A look at what suppliers have said. */
export interface Look {
  readonly draft: EstimateDraft;
  /** Whether anybody can see a difference. */
  readonly isNews: boolean;
  /** Whether other products are to be bought than before, or nothing more is waited for. */
  readonly isToChoose: boolean;
}

type Estimate = Pick<ClaimedEstimate, 'id' | 'request' | 'caller' | 'cause'>;

/** What is asked: an answer about a known part counts for as long as its price is fresh. */
const ordersOf = ({ caller, cause }: Estimate, { lines, since, freshSince = since }: DraftLookUp, now: Date) => {
  const orderOf = (some: readonly LineLookUp[], after: string) => ({
    wants: wantsToAsk({ lines: some }),
    customerId: caller.customerId,
    priority: 'high' as const,
    since: new Date(after),
    now,
    cause,
  });
  const isUnknown = ({ line }: LineLookUp): boolean => line !== undefined;
  return [
    orderOf(lines.filter(isUnknown), since),
    orderOf(
      lines.filter((line) => !isUnknown(line)),
      freshSince,
    ),
  ].filter(({ wants }) => wants.length > 0);
};

/** The draft with what may be asked within the caller's bound, and what it would cost. */
export const boundLines = async (
  { request, caller: { customerId } }: Estimate,
  draft: EstimateDraft,
  { wants, now }: Pick<LineLookUpDependencies, 'wants' | 'now'>,
): Promise<EstimateDraft> => {
  const { lookUp } = draft;
  if (lookUp === undefined) return draft;
  const begunAt = now();
  const max = boundOf(request.maxLookUpCost, lookUp.namesSuppliers);
  const costs = await wants.costs({ wants: pricedWants(lookUp), customerIds: [customerId] });
  return boundDraft(draft, lookUp, costs.get(customerId) ?? [], { max, begunAt });
};

/** The draft with what the answers that have come have cost. */
const spentOnLines = async (
  { caller: { customerId } }: Estimate,
  draft: EstimateDraft,
  wants: LineLookUpDependencies['wants'],
  signal: AbortSignal,
): Promise<EstimateDraft> => {
  const { asked = [] } = draft.lookUpCosts ?? {};
  if (asked.length === 0) return draft;
  const costs = await wants.costs({ wants: asked, customerIds: [customerId] }, { signal });
  return withSpent(draft, costs.get(customerId) ?? []);
};

/** Puts what is to be asked into the queues of the connectors, and tells those. */
export const askAboutLines = async (
  estimate: Estimate,
  lookUp: DraftLookUp,
  { now, ...asking }: LineLookUpDependencies,
): Promise<void> => {
  for (const { customerId, ...order } of ordersOf(estimate, lookUp, now()))
    await askForWants({ ...order, customerIds: [customerId] }, 0, asking);
};

/** Looks at what suppliers have said, and finds the products of the lines that they know. */
export const lookAtAnswers = async (
  estimate: Estimate,
  { draft, lookUp, looks }: { readonly draft: EstimateDraft; readonly lookUp: DraftLookUp; readonly looks: number },
  { now, resolve, ...asking }: LineLookUpDependencies & Pick<EstimateSteps, 'resolve'>,
  signal: AbortSignal,
): Promise<Look> => {
  const orders = ordersOf(estimate, lookUp, now());
  const lookups = await Promise.all(orders.map((order) => lookAtWants(order, looks, asking, { signal })));
  const lines = lookedUpLines(lookUp, lookups.flat());
  const found = lines.flatMap(({ isFound, asked: { number, line } }) => (isFound && line ? [{ number, line }] : []));
  const resolved = found.length === 0 ? [] : await resolve(estimate, found, signal);
  const resolutions = new Map(found.flatMap(({ number }, at) => (resolved[at] ? [[number, resolved[at]]] : [])));
  const isOver = now() >= new Date(lookUp.until);
  const next = withNews(draft, { lines, resolutions, isOver });
  const isNews = saysOther(draft, next);
  return {
    draft: isNews || next.lookUp === undefined ? await spentOnLines(estimate, next, asking.wants, signal) : next,
    isNews,
    isToChoose: next.lookUp === undefined || buysOther(draft, next),
  };
};

const saysOther = (before: EstimateDraft, after: EstimateDraft): boolean =>
  JSON.stringify(before.lines) !== JSON.stringify(after.lines);

const productOf = ({ resolution }: EstimateDraft['lines'][number]): string =>
  resolution.kind === 'resolved' ? resolution.productId : '';

const hitsOf = ({ lookups = [] }: EstimateDraft['lines'][number]): number =>
  lookups.filter(({ state }) => state === 'found').length;

/** Whether a line has another product, or more suppliers whose answer counts. */
const buysOther = ({ lines: before }: EstimateDraft, { lines: after }: EstimateDraft): boolean =>
  after.some((line, at) => {
    const was = before[at];
    return was !== undefined && (productOf(line) !== productOf(was) || hitsOf(line) > hitsOf(was));
  });
