import { answersCountSince, boundJobLookUps } from '../../../domain/enrichment/job-look-ups.ts';
import type {
  ClaimedJob,
  EnrichmentQueue,
  JobOutcome,
  OutcomesByCustomer,
  WaitingCustomer,
} from '../../../domain/enrichment/ports.ts';
import { type BoundLookUps, pricedWant, withoutSuppliers } from '../../../domain/wants/lookup-cost.ts';
import type { IdentifiedWant } from '../../../domain/wants/part-want.ts';
import type { PartWants, WantLookup, WantLookupState, WantOrder } from '../../../domain/wants/ports.ts';
import type { StepOutcome } from '../job-kind.ts';
import { type AskingDependencies, isNudging, waitMs } from './ask-suppliers.ts';

/**
 * Asks suppliers for parts that may have no product. Done when each credential has answered or
 * cannot be reached, and what it found is applied and matched. What was answered within a day is
 * not asked again, whoever wanted it. Who has set a bound to the cost has its own part of the list
 * asked; what it allows is decided anew with each step, and is the same until it asks again.
 */

/** What looking wants up needs from outside. */
export interface WantJobDependencies extends Pick<AskingDependencies, 'nudge' | 'now'> {
  readonly wants: Pick<PartWants, 'ask' | 'survey' | 'costs'>;
  readonly requesters: EnrichmentQueue['requesters'];
}

type State = WantLookupState['kind'];

const countOf = (lookups: readonly WantLookup[], ...states: readonly State[]): number =>
  lookups.filter(({ state }) => states.includes(state.kind)).length;

/** What a customer is told: look-ups by what became of them. */
const countsOf = (lookups: readonly WantLookup[]) => ({
  asked: lookups.length,
  answered: countOf(lookups, 'found', 'not_carried', 'applying'),
  found: countOf(lookups, 'found', 'applying'),
  unreachable: countOf(lookups, 'unreachable', 'cannot_be_asked'),
});

const isUnreachable = (lookups: readonly WantLookup[]): boolean =>
  lookups.length > 0 && countOf(lookups, 'unreachable', 'cannot_be_asked') === lookups.length;

type Bounds = ReadonlyMap<string, BoundLookUps>;

/** What each customer may have asked, and what it costs. */
const boundsOf = async (
  { job }: ClaimedJob,
  wanted: readonly IdentifiedWant[],
  customers: readonly WaitingCustomer[],
  { wants }: Pick<WantJobDependencies, 'wants'>,
): Promise<Bounds> => {
  const customerIds = customers.map(({ customerId }) => customerId);
  const rows = await wants.costs({ wants: wanted.map(pricedWant), customerIds });
  return new Map(
    customers.map(({ customerId, maxLookupCost }) => [
      customerId,
      boundJobLookUps(job, wanted, rows.get(customerId) ?? [], maxLookupCost),
    ]),
  );
};

/** The wants that a customer's bound leaves. */
const allowedWants = (
  wanted: readonly IdentifiedWant[],
  { costs, notAsked }: BoundLookUps,
): readonly IdentifiedWant[] => {
  const suppliers = costs.map(({ supplierId }) => supplierId);
  return wanted.flatMap((want) => withoutSuppliers(want, notAsked.get(want.id) ?? [], suppliers) ?? []);
};

/** Customers who want the same asked together, and each other one for itself. */
const ordersOf = (
  wanted: readonly IdentifiedWant[],
  customers: readonly WaitingCustomer[],
  bounds: Bounds,
): readonly Pick<WantOrder, 'wants' | 'customerIds'>[] => {
  const isBound = (id: string): boolean => (bounds.get(id)?.notAsked.size ?? 0) > 0;
  const ids = customers.map(({ customerId }) => customerId);
  const free = ids.filter((id) => !isBound(id));
  const own = ids.flatMap((id) => {
    const bound = isBound(id) ? bounds.get(id) : undefined;
    return bound === undefined ? [] : [{ wants: allowedWants(wanted, bound), customerIds: [id] }];
  });
  return free.length === 0 ? own : [{ wants: wanted, customerIds: free }, ...own];
};

const outcomesOf = (surveys: ReadonlyMap<string, readonly WantLookup[]>, bounds: Bounds): OutcomesByCustomer =>
  new Map(
    [...surveys].map(([customerId, lookups]): [string, JobOutcome] => {
      if (isUnreachable(lookups)) return [customerId, { kind: 'failed', reason: 'unreachable' }];
      const lookupCosts = bounds.get(customerId)?.costs ?? [];
      return [customerId, { kind: 'completed', result: { counts: countsOf(lookups), changes: [], lookupCosts } }];
    }),
  );

const looksOf = ({ checkpoint }: ClaimedJob): number => (checkpoint as { looks: number } | undefined)?.looks ?? 0;

/** Asks what may be asked, and tells how it stands, of each customer and of whom it was asked. */
const askAndSurvey = async (
  { job, cause }: ClaimedJob,
  orders: ReturnType<typeof ordersOf>,
  { wants, now }: WantJobDependencies,
) => {
  const suppliers = new Set<string>();
  const surveys = new Map<string, readonly WantLookup[]>();
  for (const part of orders) {
    const order = { ...part, priority: job.priority, since: answersCountSince(job), now: now(), cause };
    for (const supplierId of await wants.ask(order)) suppliers.add(supplierId);
    for (const [customerId, lookups] of await wants.survey(order)) surveys.set(customerId, lookups);
  }
  return { suppliers, surveys };
};

/** One step of a job that wants parts. */
export const lookUpWants = async (
  claimed: ClaimedJob,
  wanted: readonly IdentifiedWant[],
  deps: WantJobDependencies,
): Promise<StepOutcome> => {
  const customers = await deps.requesters(claimed.job.id);
  const bounds = await boundsOf(claimed, wanted, customers, deps);
  const { suppliers, surveys } = await askAndSurvey(claimed, ordersOf(wanted, customers, bounds), deps);
  const all = [...surveys.values()].flat();
  const open = countOf(all, 'waiting', 'applying');
  if (open > 0) {
    const looks = looksOf(claimed);
    if (isNudging(looks)) suppliers.forEach(deps.nudge);
    return {
      kind: 'continues',
      progress: { done: all.length - open, known: all.length + 1 },
      checkpoint: { looks: looks + 1 },
      waitMs: waitMs(looks),
    };
  }
  // Answers may have come since what they cost was looked at.
  const told = outcomesOf(surveys, await boundsOf(claimed, wanted, customers, deps));
  if (isUnreachable(all)) return { kind: 'failed', reason: 'unreachable', told };
  return { kind: 'done', result: { counts: countsOf(all), changes: [] }, told };
};
