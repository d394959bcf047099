import type { LookupRate, LookupTariff, LookupUnit } from '../ingestion/lookup-tariff.ts';
import type { IdentifiedWant } from './part-want.ts';

/**
 * What look-ups cost, in the unit in which each supplier counts. A request for look-ups is told
 * before what asking everything would cost, and after what its answers have cost. A bound keeps the
 * former within what the caller allows: what goes beyond it is not asked.
 */

/** How a credential's look-up of a want stands with its cost. */
export interface WantCost {
  readonly wantId: string;
  readonly supplierId: string;
  readonly credentialId: string;
  /** Undefined: its connector has not yet said. */
  readonly tariff: LookupTariff | undefined;
  /** When the question went out that was answered last; undefined: none was. */
  readonly askedAt: Date | undefined;
  /** The want's share of what that answer cost; undefined: not known. */
  readonly units: number | undefined;
}

/** A want, and since when an answer makes asking needless. */
export interface CostedWant {
  readonly want: IdentifiedWant;
  readonly since: Date;
}

/** A want, as far as its cost depends on it. */
export interface PricedWant {
  readonly id: string;
  /** Left out: all suppliers. */
  readonly suppliers?: readonly string[];
}

/** A want as its cost is looked at. */
export const pricedWant = (want: IdentifiedWant): PricedWant => {
  if (want.kind === 'sku') return { id: want.id, suppliers: [want.supplierId] };
  return { id: want.id, ...(want.suppliers && { suppliers: want.suppliers }) };
};

/** Units that look-ups may cost at most, by supplier; `*`: at each that is not named. */
export type MaxLookupCost = Readonly<Record<string, number>>;

/**
 * The bound that holds for a caller. To who is told no names a bound by name would tell who is
 * behind a cost, so that the least holds of all.
 */
export const boundOf = (max: MaxLookupCost | undefined, namesSuppliers: boolean): MaxLookupCost | undefined => {
  const units = Object.values(max ?? {});
  if (units.length === 0) return undefined;
  return namesSuppliers ? max : { '*': Math.min(...units) };
};

/** What the look-ups of one request cost at one supplier. */
export interface LookupCost {
  readonly supplierId: string;
  /** Left out: not known. */
  readonly unit?: LookupUnit;
  /** Of asking everything that was not answered already; left out: not known. */
  readonly estimated?: number;
  /** The bound; left out: none. */
  readonly max?: number;
  /** Parts that are not asked because of the bound. */
  readonly notAsked: number;
  /** Of what was answered since the request. */
  readonly spent: number;
}

/** What may be asked, and what everything costs. */
export interface BoundLookUps {
  readonly costs: readonly LookupCost[];
  /** Suppliers that are not asked because of the bound, by want. */
  readonly notAsked: ReadonlyMap<string, readonly string[]>;
}

/** The parts that one credential is asked for, by how they are. */
type Counts = Readonly<Record<IdentifiedWant['kind'], number>>;

const noParts: Counts = { number: 0, sku: 0 };

const ofRate = (count: number, rate: LookupRate | undefined): number =>
  rate === undefined ? 0 : Math.ceil(count / rate.parts) * rate.units;

const ofCounts = ({ number, sku }: Counts, tariff: LookupTariff): number =>
  ofRate(number, tariff.byNumber) + ofRate(sku, tariff.bySku);

/** Shares of requests add up to no more digits than mean something. */
const rounded = (units: number): number => Math.round(units * 1_000) / 1_000;

/** The parts that the credentials of one supplier are asked for. */
interface Asked {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly units: number | undefined;
}

const nothingAsked: Asked = { counts: new Map(), units: 0 };

/** With one more part, which each of the credentials is asked for. */
const withPart = ({ counts }: Asked, kind: IdentifiedWant['kind'], of: Tariffs, ids: readonly string[]): Asked => {
  const more = new Map(counts);
  for (const id of ids) {
    const before = more.get(id) ?? noParts;
    more.set(id, { ...before, [kind]: before[kind] + 1 });
  }
  const units = [...more].map(([id, each]) => {
    const tariff = of.get(id);
    return tariff && ofCounts(each, tariff);
  });
  return {
    counts: more,
    units: units.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0),
  };
};

type Tariffs = ReadonlyMap<string, LookupTariff | undefined>;

const maxAt = (supplierId: string, max: MaxLookupCost | undefined): number | undefined =>
  max === undefined ? undefined : Object.hasOwn(max, supplierId) ? max[supplierId] : max['*'];

/** What was answered since, of what was to be asked. */
export const spentOf = (rows: readonly WantCost[], begunAt: Date): number =>
  rounded(rows.reduce((sum, { askedAt, units = 0 }) => (askedAt && askedAt >= begunAt ? sum + units : sum), 0));

/** Whether a look-up has to be paid for: what was answered before is there. */
const isToPay = ({ askedAt }: WantCost, since: Date, begunAt: Date): boolean =>
  askedAt === undefined || askedAt < since || askedAt >= begunAt;

/** One supplier's part of a request, want by want in the caller's order. */
const atSupplier = (
  supplierId: string,
  byWant: readonly (CostedWant & { readonly rows: readonly WantCost[] })[],
  max: number | undefined,
  begunAt: Date,
) => {
  const rows = byWant.flatMap((each) => each.rows);
  const tariffs: Tariffs = new Map(rows.map(({ credentialId, tariff }) => [credentialId, tariff]));
  let [all, allowed] = [nothingAsked, nothingAsked];
  const refused: string[] = [];
  const asked: WantCost[] = [];
  for (const { want, since, rows: own } of byWant) {
    const toPay = own.filter((row) => isToPay(row, since, begunAt)).map(({ credentialId }) => credentialId);
    if (toPay.length > 0) all = withPart(all, want.kind, tariffs, toPay);
    const next = toPay.length > 0 ? withPart(allowed, want.kind, tariffs, toPay) : allowed;
    const isWithin = toPay.length === 0 || max === undefined || (next.units !== undefined && next.units <= max);
    if (isWithin) asked.push(...own);
    else refused.push(want.id);
    if (isWithin) allowed = next;
  }
  const unit = rows.find(({ tariff }) => tariff !== undefined)?.tariff?.unit;
  const cost: LookupCost = {
    supplierId,
    ...(unit !== undefined && { unit }),
    ...(all.units !== undefined && { estimated: all.units }),
    ...(max !== undefined && { max }),
    notAsked: refused.length,
    spent: spentOf(asked, begunAt),
  };
  return { cost, refused };
};

/**
 * What a request for look-ups costs at each supplier, and what is not asked because of the bound.
 * Wants come in the order in which they may use it up. What a request has had answered counts as
 * what it asks for, so that the same rows are decided the same way while answers come.
 */
export const boundLookUps = (
  wants: readonly CostedWant[],
  rows: readonly WantCost[],
  { max, begunAt }: { readonly max: MaxLookupCost | undefined; readonly begunAt: Date },
): BoundLookUps => {
  const bySupplier = Map.groupBy(rows, ({ supplierId }) => supplierId);
  const notAsked = new Map<string, string[]>();
  const costs = [...bySupplier].map(([supplierId, own]) => {
    const rowsOf = Map.groupBy(own, ({ wantId }) => wantId);
    const byWant = wants.flatMap((each) => {
      const found = rowsOf.get(each.want.id);
      return found === undefined ? [] : [{ ...each, rows: found }];
    });
    const { cost, refused } = atSupplier(supplierId, byWant, maxAt(supplierId, max), begunAt);
    for (const id of refused) notAsked.set(id, [...(notAsked.get(id) ?? []), supplierId]);
    return cost;
  });
  return { costs: costs.toSorted((a, b) => (a.supplierId < b.supplierId ? -1 : 1)), notAsked };
};

/** A want without the suppliers that it is not asked of; undefined: nobody is left. */
export const withoutSuppliers = (
  want: IdentifiedWant,
  refused: readonly string[],
  all: readonly string[],
): IdentifiedWant | undefined => {
  if (refused.length === 0) return want;
  if (want.kind === 'sku') return refused.includes(want.supplierId) ? undefined : want;
  const suppliers = (want.suppliers ?? all).filter((id) => !refused.includes(id));
  return suppliers.length === 0 ? undefined : { ...want, suppliers };
};
