/**
 * What operators have told the connectors of a supplier. Every order ends by itself at its instant,
 * and none ever raises a limit: the configured ones hold beside it. A supplier has one order of
 * each kind at most; a new one takes its place.
 */

/** A rate as an operator gives it: so many units in any period of this length. */
export interface RateLimit {
  /** Units, a whole number of at least 1. */
  readonly rate: number;
  readonly periodMs: number;
}

/** An order as an operator gives it. */
export type ConnectorOrder =
  /** Nothing is asked of the supplier. */
  | { readonly kind: 'pause'; readonly reason: string }
  /** Requests of one credential under way at once, at most. */
  | { readonly kind: 'workers'; readonly maxConcurrentPerCredential: number }
  /** By endpoint. */
  | { readonly kind: 'rates'; readonly limits: Readonly<Record<string, RateLimit>> }
  /** The log tells every call of the supplier, at info. */
  | { readonly kind: 'call_log' };

/** A kind of order. */
export type OrderKind = ConnectorOrder['kind'];

/** Every kind of order, in the order in which they are shown. */
export const orderKinds = ['pause', 'workers', 'rates', 'call_log'] as const satisfies readonly OrderKind[];

/** An order that holds until its instant. */
export type StandingOrder<Kind extends OrderKind = OrderKind> = Extract<ConnectorOrder, { kind: Kind }> & {
  readonly until: Date;
};

/** An order as connectors obey it. */
export type OrderInForce<Kind extends OrderKind = OrderKind> = StandingOrder<Kind> & {
  /** By the clock of the store; of two orders of a kind the later one holds. */
  readonly givenAt: Date;
};

/** An order with who gave it. */
export type IssuedOrder<Kind extends OrderKind = OrderKind> = OrderInForce<Kind> & {
  /** The key of the operator who did it. */
  readonly by: string;
};

/** The orders of one supplier; those left out were not given, or have ended. */
export type ConnectorControl = { readonly [Kind in OrderKind]?: OrderInForce<Kind> };

/** No orders. */
export const noControl: ConnectorControl = {};

/** The orders as one value; of two of a kind the later one counts. */
export const controlOf = (orders: readonly OrderInForce[]): ConnectorControl =>
  Object.fromEntries(orders.map((order) => [order.kind, order]));

/** The orders that hold at an instant. */
export const inForce = (control: ConnectorControl, now: Date): ConnectorControl =>
  controlOf(orderKinds.flatMap((kind) => control[kind] ?? []).filter(({ until }) => until > now));

/** Whether the log is to tell each call of the supplier at this instant. */
export const isCallLogged = ({ call_log }: ConnectorControl, now: Date): boolean =>
  call_log !== undefined && call_log.until > now;

/** When the next of the orders ends; undefined when there is none. */
export const nextEnd = (control: ConnectorControl): Date | undefined => {
  const ends = orderKinds.flatMap((kind) => control[kind]?.until.getTime() ?? []);
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
};

/** The requests that may be under way at once: an order only ever lowers what is configured. */
export const workersAllowed = (configured: number, { workers }: ConnectorControl): number =>
  Math.min(configured, workers?.maxConcurrentPerCredential ?? configured);

/**
 * The limits that hold for an endpoint, all at once: the configured ones and the order beside them.
 * An order that allows at least as much as one of them, at once and over time, changes nothing and
 * is left out.
 */
export const effectiveLimits = (
  configured: readonly RateLimit[],
  ordered: RateLimit | undefined,
): readonly RateLimit[] => {
  if (ordered === undefined) return configured;
  const isIdle = configured.some(
    ({ rate, periodMs }) => ordered.rate >= rate && ordered.rate * periodMs >= rate * ordered.periodMs,
  );
  return isIdle ? configured : [...configured, ordered];
};
