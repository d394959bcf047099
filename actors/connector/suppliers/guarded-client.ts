import { z } from 'zod';
import type { SkippedRow } from '../../../domain/ingestion/row-tally.ts';
import { faultsOf } from './draft-faults.ts';
import type { DecodedPage, SignedIn, SupplierClient } from './supplier-client.ts';

/**
 * A client whose plug-in is not ours, held to what `SupplierClient` promises where a broken promise
 * would harm more than its own supplier's page: what it throws is a malformed answer, and an
 * observation that is not well-formed is a row that was left out. An error of a plug-in may repeat
 * the answer, so nothing of it is told but its type.
 */

const budget = z
  .object({ rate: z.number().positive(), periodMs: z.number().positive(), burst: z.number().min(1) })
  .refine(({ rate, burst }) => rate >= burst, 'a rate below its burst');

const isFunction = z.custom<unknown>((value) => typeof value === 'function', 'expected a function');

const form = z
  .object({
    phases: z.array(z.literal(['warehouses', 'catalogue', 'prices', 'stocks', 'lookup'])).min(1),
    budgets: z
      .record(z.string(), z.array(budget).min(1))
      .refine((budgets) => Object.keys(budgets).length > 0, 'expected an endpoint'),
    pageSize: z.int().min(1).optional(),
    lookup: z.object({ byNumber: z.int().min(1), bySku: z.int().min(0) }).optional(),
    origins: z.array(z.url()).optional(),
    session: z.object({ request: isFunction, read: isFunction }).optional(),
    request: isFunction,
    classify: isFunction,
    decode: isFunction,
    spent: isFunction.optional(),
    remaining: isFunction.optional(),
  })
  .refine(({ phases, lookup }) => phases.includes('lookup') === (lookup !== undefined), {
    path: ['lookup'],
    message: 'expected together with the phase lookup',
  });

const typeOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error);

const attempt = <Result>(what: string, work: () => Result) => {
  try {
    return work();
  } catch (error) {
    return { kind: 'malformed' as const, reason: `the plug-in failed to ${what} the answer (${typeOf(error)})` };
  }
};

/** A part that is undefined says nothing, and harms nobody. */
const harmless = 'absence';

const withoutFaulty = (page: DecodedPage): DecodedPage => {
  const skipped: SkippedRow[] = [];
  const drafts = page.drafts.filter((draft) => {
    const fault = faultsOf(draft).find((each) => each !== harmless);
    if (fault !== undefined)
      skipped.push({ sku: draft.supplierSku, reason: `the plug-in made no good ${fault} of it` });
    return fault === undefined;
  });
  return skipped.length === 0 ? page : { ...page, drafts, skipped: [...page.skipped, ...skipped] };
};

/**
 * The client, held to what it promises. Throws RangeError that names the first thing that it lacks.
 */
export const guardedClient = (client: SupplierClient): SupplierClient => {
  const read = form.safeParse(client);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new RangeError(`makes no usable client: ${issue?.path.join('.') || 'client'}: ${issue?.message}`);
  }
  const { session, spent, remaining } = client;
  return {
    ...client,
    session: session && {
      request: (context) => session.request(context),
      read: (response): SignedIn => attempt('read', () => session.read(response)),
    },
    request: (...asked) => client.request(...asked),
    classify: (response) => attempt('classify', () => client.classify(response)),
    decode: (...answer) =>
      attempt('read', () => {
        const decoded = client.decode(...answer);
        return decoded.kind === 'page' ? withoutFaulty(decoded) : decoded;
      }),
    ...(spent && { spent: (response) => spent.call(client, response) }),
    ...(remaining && { remaining: (response) => remaining.call(client, response) }),
  };
};
