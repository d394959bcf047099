import { z } from 'zod';
import type { SkippedRow } from '../../../domain/ingestion/row-tally.ts';
import { faultsOf } from './draft-faults.ts';
import { classForm, decodedForm, remainingForm, requestForm, signedInForm, spentForm } from './result-forms.ts';
import type { DecodedPage, SignIn, SupplierClient, SupplierRequest } from './supplier-client.ts';

/**
 * A client whose plug-in is not ours, held to what `SupplierClient` promises where a broken promise
 * would harm more than its own supplier's page: where it throws or returns what has not the form,
 * the answer is malformed, or no request is made; and an observation that is not well-formed is a
 * row that was left out. An error of a plug-in may repeat the answer or the secret, so nothing of
 * it is told but its type.
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

/** The type of what was thrown, which is all that may be told of it. */
export const typeOfError = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error);

type Attempted<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly why: string };

/** Has the plug-in work; what it returns is passed on as it is when it has the form. */
const attempt = <Result>(form: z.ZodType, work: () => Result): Attempted<Result> => {
  try {
    const result = work();
    // Nobody waits for a promise; its rejection would end the process.
    if (result instanceof Promise) result.catch(() => undefined);
    const read = form.safeParse(result);
    return read.success ? { kind: 'done', result } : { kind: 'failed', why: nameOf(read.error) };
  } catch (error) {
    return { kind: 'failed', why: typeOfError(error) };
  }
};

/** The field at fault, whose name is ours; what stands in it, or a key below it, is not. */
const nameOf = ({ issues: [issue] }: z.ZodError): string => `no good ${String(issue?.path[0] ?? 'result')}`;

const answerOf = <Result>(what: string, form: z.ZodType, work: () => Result) => {
  const attempted = attempt(form, work);
  return attempted.kind === 'done'
    ? attempted.result
    : { kind: 'malformed' as const, reason: `the plug-in failed to ${what} the answer (${attempted.why})` };
};

const requestOf = (work: () => SupplierRequest): SupplierRequest => {
  const attempted = attempt(requestForm, work);
  if (attempted.kind === 'done') return attempted.result;
  throw new Error(`the plug-in failed to make a request (${attempted.why})`);
};

const saidOf = <Result>(form: z.ZodType, work: () => Result): Result | undefined => {
  const attempted = attempt(form, work);
  return attempted.kind === 'done' ? attempted.result : undefined;
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

const guardedSession = (session: SignIn): SignIn => ({
  request: (context) => requestOf(() => session.request(context)),
  read: (response) => answerOf('read', signedInForm, () => session.read(response)),
});

/**
 * The client, held to what it promises. It may be an object of a class, so it is asked as such, and
 * its fields are read by name. Throws RangeError that names the first thing that it lacks.
 */
export const guardedClient = (client: SupplierClient): SupplierClient => {
  const read = form.safeParse(client);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new RangeError(`makes no usable client: ${issue?.path.join('.') || 'client'}: ${issue?.message}`);
  }
  const { phases, budgets, pageSize, lookup, origins, session } = client;
  return {
    phases,
    budgets,
    pageSize,
    lookup,
    ...(origins && { origins }),
    session: session && guardedSession(session),
    request: (...asked) => requestOf(() => client.request(...asked)),
    classify: (response) => answerOf('classify', classForm, () => client.classify(response)),
    decode: (...answer) =>
      answerOf('read', decodedForm, () => {
        const decoded = client.decode(...answer);
        return decoded.kind === 'page' ? withoutFaulty(decoded) : decoded;
      }),
    ...(client.spent && { spent: (response) => saidOf(spentForm, () => client.spent?.(response)) }),
    ...(client.remaining && {
      remaining: (response) => saidOf(remainingForm, () => client.remaining?.(response)) ?? [],
    }),
  };
};
