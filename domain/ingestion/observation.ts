import type { LifecycleStatus } from '../catalog.ts';
import type { PriceStatement, WarehouseStock } from '../offer.ts';

/**
 * An observation: what one credential saw of one supplier SKU at one instant. It is the unit that travels on
 * `offer.observation.v1`. A part that the supplier did not mention is undefined: unknown, never zero, and it never
 * overwrites what is known.
 */
export interface Observation {
  /** Derived from run, phase and SKU, so that a page fetched twice gives the same id twice. */
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly credentialId: string;
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
}

/** What a supplier plug-in decodes from one answer: an observation before it knows who asked, when and in which run. */
export type ObservationDraft = Omit<
  Observation,
  'id' | 'supplierId' | 'credentialId' | 'observedAt' | 'runId' | 'phase'
>;

const nul = '\u0000';

/** Plain containers are walked through; amounts and dates are values of their own and hold no text of a supplier. */
const isContainer = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes(nul);
  return isContainer(value) && Object.entries(value).some(([name, each]) => name.includes(nul) || holdsNul(each));
};

const strip = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replaceAll(nul, '');
  if (Array.isArray(value)) return value.map(strip);
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.replaceAll(nul, ''), strip(each)]));
};

/** The same without any U+0000 in its texts and names: no supplier means it, and a database refuses a whole batch for one. */
export const withoutNul = (draft: ObservationDraft): ObservationDraft =>
  holdsNul(draft) ? (strip(draft) as ObservationDraft) : draft;
