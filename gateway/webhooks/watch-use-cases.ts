import { abortable } from '../../concurrency/abortable.ts';
import { sleep } from '../../concurrency/delay.ts';
import type { Caller, Scope } from '../../domain/callers/caller.ts';
import { holdsScope } from '../../domain/callers/rights.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import { isCurrencyCode, parseAmount } from '../../domain/money.ts';
import { noticeScopes } from '../../domain/webhooks/notice.ts';
import { ruleNotices, type Watch, type WatchRule, type WatchTarget } from '../../domain/webhooks/watch.ts';
import type { OwnWatch, Watches, WatchNotice } from '../../domain/webhooks/watch-ports.ts';
import { checkId, checkWithin, type Finding, throwIfAny } from '../request/check.ts';
import { type Cursors, creationOf, markOfCreation, type Page, type PageRequest, pageOf } from '../request/paging.ts';
import type { RequestContext, StreamingUseCase, UseCase } from '../request/request-context.ts';

/** A watch as a caller asks for it. */
export interface RequestedWatch {
  readonly target: WatchTarget;
  /** Pieces that prices are for. */
  readonly quantity: number;
  readonly rule: WatchRule;
}

/** Names a watch. */
export interface WatchName {
  readonly watchId: string;
}

/** What a reader of a watch gets: how the watch stands, then each notice. */
export type WatchEvent =
  | { readonly kind: 'state'; readonly watch: Watch; readonly number: number }
  | { readonly kind: 'notice'; readonly notice: WatchNotice; readonly number: number };

/** Which notices a reader wants. */
export interface WatchEventsRequest extends WatchName {
  /** Those after this number; undefined: those from now on. */
  readonly after: number | undefined;
}

/** What callers do with watches. */
export interface WatchUseCases {
  readonly createWatch: UseCase<RequestedWatch, Watch>;
  /** Newest first. */
  readonly listWatches: UseCase<PageRequest, Page<Watch>>;
  readonly getWatch: UseCase<WatchName, Watch>;
  readonly deleteWatch: UseCase<WatchName, WatchName>;
  /** Begins with how the watch stands. */
  readonly watchEvents: StreamingUseCase<WatchEventsRequest, WatchEvent>;
}

/** Dependencies of these use cases. */
export interface WatchDependencies {
  readonly watches: Watches;
  /** Whether the caller sees what is to be watched. */
  readonly isSeen: (target: WatchTarget, context: RequestContext) => Promise<boolean>;
  /** Resolves when the watch may have told something; it may be late or not come. */
  readonly toldSoon: (watchId: string, signal: AbortSignal) => Promise<void>;
  readonly newId: () => string;
  readonly cursors: Cursors;
}

/** How often notices are looked for without a signal. */
const recheckMs = 2_000;

/** Notices that are read at a time. */
const noticesAtOnce = 100;

const maxQuantity = 1_000_000_000;

const checkRule = (rule: WatchRule): readonly Finding[] => {
  const currency =
    'currency' in rule && !isCurrencyCode(rule.currency)
      ? { field: 'rule.currency', description: 'must be an ISO 4217 code, for example EUR' }
      : undefined;
  switch (rule.kind) {
    case 'price_above':
    case 'price_below': {
      const threshold = parseAmount(rule.threshold);
      const isGood = threshold?.gte(0) === true;
      return [
        currency,
        isGood
          ? undefined
          : { field: 'rule.threshold', description: 'must be decimal text of 0 or more, for example "0.12"' },
      ];
    }
    case 'price_changed':
      return [
        currency,
        rule.share >= 0.0001 && rule.share <= 100
          ? undefined
          : { field: 'rule.share', description: 'must be a number from 0.0001 to 100, for example 0.05 for 5 %' },
      ];
    case 'stock_from':
    case 'stock_below':
      return [checkWithin('rule.quantity', rule.quantity, 0, maxQuantity)];
    case 'lead_time_above':
    case 'lead_time_below':
      return [checkWithin('rule.days', rule.days, 0, 10_000)];
    case 'lifecycle_changed':
      return [];
  }
};

const scopeOf = ({ kind }: WatchRule): Scope => noticeScopes[ruleNotices[kind]];

/** Nobody hears through a watch what it may not ask. */
const requireScope = ({ scopes }: Caller, rule: WatchRule): void => {
  const needed = scopeOf(rule);
  if (!holdsScope(scopes, needed))
    throw new Failure('permission_denied', `the rule ${rule.kind} needs the scope ${needed}`);
};

const ownOf = ({ watchId }: WatchName, { caller: { customerId } }: RequestContext): OwnWatch => {
  throwIfAny(checkId('id', watchId));
  return { watchId, customerId };
};

const createWatch = async (
  { watches, isSeen, newId }: WatchDependencies,
  { target, quantity, rule }: RequestedWatch,
  context: RequestContext,
): Promise<Watch> => {
  const { caller, correlationId, traceparent, now } = context;
  const [field, id] =
    target.kind === 'product' ? ['target.product_id', target.productId] : ['target.offer_id', target.offerId];
  throwIfAny(checkId(field, id), checkWithin('quantity', quantity, 1, maxQuantity), checkRule(rule));
  requireScope(caller, rule);
  if (!(await isSeen(target, context))) throw notFound(target.kind, id);
  const { customerId, keyId, groupIds } = caller;
  return watches.create({
    id: newId(),
    watcher: { customerId, keyId, groupIds },
    target,
    quantity,
    rule,
    now: now(),
    cause: { correlationId, traceparent },
  });
};

/** A watch in a list, without what its caller may not ask. */
const listed = (watch: Watch, { scopes }: Caller): Watch =>
  holdsScope(scopes, scopeOf(watch.rule)) ? watch : { ...watch, state: { ...watch.state, value: undefined } };

/** Until a signal or the next look, whichever is first. */
const waitForNotice = async ({ toldSoon }: WatchDependencies, watchId: string, signal: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const ended = () => undefined;
  await Promise.race([toldSoon(watchId, either).catch(ended), sleep(recheckMs, either).catch(ended)]);
  over.abort();
  signal.throwIfAborted();
};

async function* watchEvents(
  deps: WatchDependencies,
  { after, ...name }: WatchEventsRequest,
  context: RequestContext,
): AsyncGenerator<WatchEvent> {
  const { signal } = context;
  const of = ownOf(name, context);
  const read = async (): Promise<Watch> => {
    const watch = await abortable(deps.watches.watch(of, { signal }), signal);
    if (watch === undefined) throw notFound('watch', of.watchId);
    return watch;
  };
  const watch = await read();
  requireScope(context.caller, watch.rule);
  let number = after === undefined || after > watch.latest ? watch.latest : after;
  yield { kind: 'state', watch, number };
  for (;;) {
    const notices = await deps.watches.notices(of, number, noticesAtOnce, { signal });
    for (const notice of notices) {
      number = notice.number;
      yield { kind: 'notice', notice, number };
    }
    if (notices.length < noticesAtOnce) {
      await waitForNotice(deps, of.watchId, signal);
      // One that was removed ends its streams.
      await read();
    }
  }
}

/**
 * Creates the operations over watches. A watch of another customer is answered as one that does not
 * exist.
 */
export const createWatchUseCases = (deps: WatchDependencies): WatchUseCases => {
  const { watches, cursors } = deps;
  return {
    createWatch: (given, context) => createWatch(deps, given, context),
    watchEvents: (request, context) => watchEvents(deps, request, context),

    listWatches: (request, { caller, signal }) =>
      pageOf(request, {
        cursors,
        query: ['watches', caller.customerId],
        markOf: markOfCreation,
        read: async (after, limit) => {
          const page = await watches.page(caller.customerId, after && creationOf(after), limit, { signal });
          return page.map((watch) => listed(watch, caller));
        },
      }),

    getWatch: async (name, context) => {
      const of = ownOf(name, context);
      const watch = await watches.watch(of, { signal: context.signal });
      if (watch === undefined) throw notFound('watch', of.watchId);
      requireScope(context.caller, watch.rule);
      return watch;
    },

    deleteWatch: async (name, context) => {
      const of = ownOf(name, context);
      if (!(await watches.remove(of))) throw notFound('watch', of.watchId);
      return { watchId: of.watchId };
    },
  };
};
