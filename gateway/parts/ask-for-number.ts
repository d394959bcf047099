import { lookupStates } from '../../domain/estimate/look-up-news.ts';
import { type AskingDependencies, lookAtWants } from '../../domain/wants/look.ts';
import { distinctWants } from '../../domain/wants/part-want.ts';
import { answerHoldsMs } from '../../domain/wants/ports.ts';
import type { AskForNumber } from '../catalog/search-products.ts';
import { toLineLookup } from '../estimates/estimate.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * Puts a number into the queues of the credentials that the caller may use, and tells how these
 * look-ups stand. Nothing is waited for, and what was answered lately is not asked again.
 */
export const askForNumber =
  (asking: AskingDependencies, visibility: Visibility): AskForNumber =>
  async (mpn, context) => {
    const { caller, correlationId, traceparent, signal } = context;
    const now = context.now();
    const order = {
      customerId: caller.customerId,
      priority: 'high' as const,
      since: new Date(now.getTime() - answerHoldsMs),
      now,
      cause: { correlationId, traceparent },
      wants: distinctWants([{ kind: 'number', mpn }]),
    };
    const lookups = await lookAtWants(order, 0, asking, { signal });
    return lookupStates(lookups, visibility.of(context) === undefined).map(toLineLookup);
  };
