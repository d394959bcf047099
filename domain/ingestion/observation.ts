import type { LifecycleStatus } from '../catalog/catalog.ts';
import type { StatedFacts } from '../catalog/part-facts.ts';
import type { PriceStatement, WarehouseStock } from '../offers/offer.ts';

/**
 * An observation: what one credential saw of one supplier SKU at one instant. It is the unit that
 * travels on `offer.observation.v1`. A part that the supplier did not mention is undefined:
 * unknown, never zero, and it never overwrites what is known.
 */
export interface Observation {
  /**
   * Derived from run, question and SKU, so that a bulk page fetched twice gives the same id twice.
   */
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly credentialId: string;
  /** When the answer that says it came. */
  readonly observedAt: Date;
  /** The ingestion run it came from. */
  readonly runId: string;
  readonly phase: string;
  readonly price?: PriceStatement;
  readonly minimumOrderQuantity?: number;
  readonly orderMultiple?: number;
  readonly packaging?: string;
  readonly stock?: readonly WarehouseStock[];
  readonly leadTimeDays?: number;
  readonly description?: ObservedDescription;
}

/** What a supplier says of the part itself. */
export interface ObservedDescription {
  readonly manufacturer?: string;
  readonly mpn?: string;
  readonly text?: string;
  readonly lifecycle?: LifecycleStatus;
  readonly replacedByMpn?: string;
  /** Characteristics as the supplier names and writes them. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly facts?: StatedFacts;
}

/**
 * What a supplier plug-in decodes from one answer: an observation before it knows who asked, when
 * and in which run.
 */
export type ObservationDraft = Omit<
  Observation,
  'id' | 'supplierId' | 'credentialId' | 'observedAt' | 'runId' | 'phase'
>;

const hourMs = 3_600_000;

/** Whether an instant is in a later whole hour than the one before; undefined: there is none. */
export const isFirstOfHour = (at: Date, before: Date | undefined): boolean =>
  before === undefined || Math.floor(at.getTime() / hourMs) > Math.floor(before.getTime() / hourMs);

const nul = '\u0000';

/**
 * Plain containers are walked through; amounts and dates are values of their own and hold no text
 * of a supplier.
 */
const isContainer = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Parsers of supplier formats make objects without a prototype too.
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
};

const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes(nul);

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isContainer(value)) return true;
  for (const name in value) {
    if (!isStorableText(name) || !isStorable((value as Readonly<Record<string, unknown>>)[name])) return false;
  }
  return true;
};

const storableText = (text: string): string => text.toWellFormed().replaceAll(nul, '');

const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storable(each)]));
};

/**
 * The same with texts and names that every codec, bus and store can carry: without any U+0000, and
 * with U+FFFD for each half of a surrogate pair that stands alone. No supplier means either, and
 * one of them would make a whole page or batch fail.
 */
export const withStorableText = (draft: ObservationDraft): ObservationDraft =>
  isStorable(draft) ? draft : (storable(draft) as ObservationDraft);
