import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import { type DraftLookUp, lookedUpLines, wantsToAsk } from '../../domain/estimate/look-up.ts';
import { withNews } from '../../domain/estimate/look-up-news.ts';
import type { ClaimedEstimate } from '../../domain/estimate/ports.ts';
import { type AskingDependencies, askForWants, lookAtWants } from '../../domain/wants/look.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * Asks suppliers about the lines of an estimate whose part is unknown, and finds their products as
 * answers come (`domain/wants/look.ts`). What is asked outlives this process.
 */

/** What looking up needs from outside. */
export interface LineLookUpDependencies extends AskingDependencies {
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

const orderOf = ({ caller, cause }: Estimate, lookUp: DraftLookUp, now: Date) => ({
  wants: wantsToAsk(lookUp),
  customerId: caller.customerId,
  priority: 'high' as const,
  since: new Date(lookUp.since),
  now,
  cause,
});

/** Puts what is to be asked into the queues of the connectors, and tells those. */
export const askAboutLines = async (
  estimate: Estimate,
  lookUp: DraftLookUp,
  { now, ...asking }: LineLookUpDependencies,
): Promise<void> => {
  const { customerId, ...order } = orderOf(estimate, lookUp, now());
  await askForWants({ ...order, customerIds: [customerId] }, 0, asking);
};

/** Looks at what suppliers have said, and finds the products of the lines that they know. */
export const lookAtAnswers = async (
  estimate: Estimate,
  { draft, lookUp, looks }: { readonly draft: EstimateDraft; readonly lookUp: DraftLookUp; readonly looks: number },
  { now, resolve, ...asking }: LineLookUpDependencies & Pick<EstimateSteps, 'resolve'>,
  signal: AbortSignal,
): Promise<Look> => {
  const lookups = await lookAtWants(orderOf(estimate, lookUp, now()), looks, asking, { signal });
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
