import { lookupStates, tooDearStates } from '../../domain/estimate/look-up-news.ts';
import { type AskingDependencies, lookAtWants } from '../../domain/wants/look.ts';
import {
  boundLookUps,
  boundOf,
  type MaxLookupCost,
  pricedWant,
  spentOf,
  type WantCost,
  withoutSuppliers,
} from '../../domain/wants/lookup-cost.ts';
import { distinctWants, type IdentifiedWant } from '../../domain/wants/part-want.ts';
import { answerHoldsMs, type PartWants } from '../../domain/wants/ports.ts';
import type { AskForNumber } from '../catalog/search-products.ts';
import { toLineLookup } from '../estimates/estimate.ts';
import { toLookupCost } from '../request/lookup-cost.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** What asking needs, and what it costs. */
interface NumberAskingDependencies extends AskingDependencies {
  readonly wants: Pick<PartWants, 'ask' | 'survey' | 'costs'>;
}

/** What is asked within the bound, what it costs, and who is not asked because of that. */
const withinBound = (
  wants: readonly IdentifiedWant[],
  rows: readonly WantCost[],
  { max, since, now }: { readonly max: MaxLookupCost | undefined; readonly since: Date; readonly now: Date },
) => {
  const costed = wants.map((want) => ({ want, since }));
  const { costs, notAsked } = boundLookUps(costed, rows, { max, begunAt: now });
  const suppliers = costs.map(({ supplierId }) => supplierId);
  const answered = Map.groupBy(rows, ({ supplierId }) => supplierId);
  return {
    asked: wants.flatMap((want) => withoutSuppliers(want, notAsked.get(want.id) ?? [], suppliers) ?? []),
    tooDear: [...new Set([...notAsked.values()].flat())],
    costs: costs.map((cost) => ({ ...cost, spent: spentOf(answered.get(cost.supplierId) ?? [], since) })),
  };
};

/**
 * Puts a number into the queues of the credentials that the caller may use, within the caller's
 * bound, and tells how these look-ups stand and what they cost. Nothing is waited for, and what was
 * answered lately is not asked again.
 */
export const askForNumber =
  (asking: NumberAskingDependencies, visibility: Visibility): AskForNumber =>
  async (mpn, maxCost, context) => {
    const {
      caller: { customerId },
      correlationId,
      traceparent,
      signal,
    } = context;
    const now = context.now();
    const since = new Date(now.getTime() - answerHoldsMs);
    const namesSuppliers = visibility.of(context) === undefined;
    const wants = distinctWants([{ kind: 'number', mpn }]);
    const bound = { max: boundOf(maxCost, namesSuppliers), since, now };
    const decide = async () => {
      const question = { wants: wants.map(pricedWant), customerIds: [customerId] };
      const rows = await asking.wants.costs(question, { signal });
      return withinBound(wants, rows.get(customerId) ?? [], bound);
    };
    const { asked, tooDear, costs } = await decide();
    const order = { customerId, priority: 'high' as const, since, now, cause: { correlationId, traceparent } };
    const lookups = asked.length === 0 ? [] : await lookAtWants({ ...order, wants: asked }, 0, asking, { signal });
    const states = [...lookupStates(lookups, namesSuppliers), ...tooDearStates(tooDear, namesSuppliers)];
    // Answers may have come since: a look-up that is told as answered has its cost told as spent.
    const told = asked.length === 0 ? costs : (await decide()).costs;
    return { lookups: states.map(toLineLookup), lookupCosts: told.map(toLookupCost(namesSuppliers)) };
  };
