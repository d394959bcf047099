import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import { type DraftLookUp, lookedUpLines, wantsToAsk } from '../../domain/estimate/look-up.ts';
import { withNews } from '../../domain/estimate/look-up-news.ts';
import type { ClaimedEstimate } from '../../domain/estimate/ports.ts';
import type { PartWants, WantOrder } from '../../domain/wants/ports.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * Asks suppliers about the lines of an estimate whose part is unknown, and finds their products as
 * answers come. What is asked stands in the queues of connectors, so that it outlives this process;
 * it is put there again with every look, which changes nothing for what is answered.
 */

/** What looking up needs from outside. */
export interface LineLookUpDependencies {
  readonly wants: Pick<PartWants, 'ask' | 'survey'>;
  /** Tells the connectors of a supplier to look at what is wanted of them. */
  readonly nudge: (supplierId: string) => void;
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

const orderOf = ({ caller, cause }: Estimate, lookUp: DraftLookUp, now: Date): WantOrder => ({
  wants: wantsToAsk(lookUp),
  customerIds: [caller.customerId],
  priority: 'high',
  since: new Date(lookUp.since),
  now,
  cause,
});

/** Puts what is to be asked into the queues of the connectors, and tells those. */
export const askAboutLines = async (
  estimate: Estimate,
  lookUp: DraftLookUp,
  { wants, nudge, now }: LineLookUpDependencies,
): Promise<void> => {
  for (const supplierId of await wants.ask(orderOf(estimate, lookUp, now()))) nudge(supplierId);
};

/** At once, and then less and less often: connectors also look by themselves. */
const isNudging = (looks: number): boolean => Number.isInteger(Math.log2(looks + 1));

/** How soon to look again: soon at first, since most suppliers answer within a second. */
export const lookAgainMs = (looks: number): number => Math.min(100 * 1.3 ** looks, 2_000);

/** Looks at what suppliers have said, and finds the products of the lines that they know. */
export const lookAtAnswers = async (
  estimate: Estimate,
  { draft, lookUp, looks }: { readonly draft: EstimateDraft; readonly lookUp: DraftLookUp; readonly looks: number },
  { wants, nudge, now, resolve }: LineLookUpDependencies & Pick<EstimateSteps, 'resolve'>,
  signal: AbortSignal,
): Promise<Look> => {
  const order = orderOf(estimate, lookUp, now());
  const suppliers = await wants.ask(order);
  if (isNudging(looks)) suppliers.forEach(nudge);
  const { customerId } = estimate.caller;
  const lookups = (await wants.survey(order, { signal })).get(customerId) ?? [];
  const lines = lookedUpLines(lookUp, lookups);
  const found = lines.filter(({ isFound }) => isFound).map(({ asked }) => asked);
  const resolved =
    found.length === 0
      ? []
      : await resolve(
          estimate,
          found.map(({ line }) => line),
          signal,
        );
  const resolutions = new Map(found.flatMap(({ number }, at) => (resolved[at] ? [[number, resolved[at]]] : [])));
  const isOver = now() >= new Date(lookUp.until);
  const next = withNews(draft, { lines, resolutions, isOver });
  return {
    draft: next,
    isNews: saysOther(draft, next),
    isToChoose: next.lookUp === undefined || buysOther(draft, next),
  };
};

const saysOther = (before: EstimateDraft, after: EstimateDraft): boolean =>
  JSON.stringify(before.lines) !== JSON.stringify(after.lines);

const productOf = ({ resolution }: EstimateDraft['lines'][number]): string =>
  resolution.kind === 'resolved' ? resolution.productId : '';

const buysOther = (before: EstimateDraft, after: EstimateDraft): boolean =>
  after.lines.some((line, at) => before.lines[at] !== undefined && productOf(line) !== productOf(before.lines[at]));
