import type { ReadOptions } from '../store-context.ts';
import type { PartWants, WantLookup, WantOrder } from './ports.ts';

/**
 * Asking for wanted parts and looking again until they are answered. What is asked stands in the
 * queues of connectors; it is put there again with every look, which changes nothing for what is
 * answered.
 */

/** What asking needs from outside. */
export interface AskingDependencies {
  readonly wants: Pick<PartWants, 'ask' | 'survey'>;
  /** Tells the connectors of a supplier to look at what is wanted of them. */
  readonly nudge: (supplierId: string) => void;
}

/** At once, and then less and less often: connectors also look by themselves. */
const isNudging = (looks: number): boolean => Number.isInteger(Math.log2(looks + 1));

/** How soon to look again: soon at first, since most suppliers answer within a second. */
export const lookAgainMs = (looks: number): number => Math.min(100 * 1.3 ** looks, 2_000);

/** Asks, after so many looks, for what is not answered yet. */
export const askForWants = async (
  order: WantOrder,
  looks: number,
  { wants, nudge }: AskingDependencies,
): Promise<void> => {
  const suppliers = await wants.ask(order);
  if (isNudging(looks)) suppliers.forEach(nudge);
};

/** Asks again and tells how the look-ups of a customer stand. */
export const lookAtWants = async (
  { customerId, ...order }: Omit<WantOrder, 'customerIds'> & { readonly customerId: string },
  looks: number,
  deps: AskingDependencies,
  options?: ReadOptions,
): Promise<readonly WantLookup[]> => {
  const asked = { ...order, customerIds: [customerId] };
  await askForWants(asked, looks, deps);
  return (await deps.wants.survey(asked, options)).get(customerId) ?? [];
};
