import { type HealthRules, probePauseMs } from './credential-health.ts';

/**
 * Health by the kind of look-up: by makers' numbers, and by the supplier's own order numbers. A
 * supplier whose search has broken may well answer by order numbers, so that it is still asked by
 * those. A kind is told to fail only when the other one is answered meanwhile: where nothing is
 * answered it is the supplier that fails, which the credential's own health says.
 *
 *     sound --- three faults in a row ---> doubted: the other kind goes first
 *     doubted --- the other kind is answered ---> failing: not asked but for probes
 *     doubted, failing --- answered ---> sound
 */

/** How parts are looked up. */
export const lookupKinds = ['number', 'sku'] as const;

/** A way to look parts up: by the maker's number, or by the supplier's order number. */
export type LookupKind = (typeof lookupKinds)[number];

/** How one kind fares. */
export type LookupKindHealth =
  | { readonly kind: 'sound' /** In a row. */; readonly faults: number }
  | {
      readonly kind: 'failing';
      readonly since: Date;
      /** Probes that failed so far. */
      readonly probes: number;
      /** From then on it may be asked again. */
      readonly probeAt: Date;
    };

/** How the look-ups of a credential fare. */
export type LookupHealth = Readonly<Record<LookupKind, LookupKindHealth>>;

/** What became of a request of a kind. */
export interface LookupOutcome {
  readonly by: LookupKind;
  /** Whether it got an answer that can be used. */
  readonly isUsable: boolean;
}

/** Which kind alone is asked now; uncertain: the other one too, where there is nothing else. */
export interface LookupFocus {
  readonly only: LookupKind;
  readonly isCertain: boolean;
}

/** What health depends on besides its past. */
export interface LookupHealthContext {
  readonly rules: HealthRules;
  readonly now: Date;
  /** 0 to 1. */
  readonly chance: number;
}

const sound: LookupKindHealth = { kind: 'sound', faults: 0 };

/** Nothing bad known. */
export const soundLookups: LookupHealth = { number: sound, sku: sound };

/** So many faults in a row make a kind doubtful. */
const doubtedFaults = 3;

const otherKind = (kind: LookupKind): LookupKind => (kind === 'number' ? 'sku' : 'number');

const isBroken = (health: LookupKindHealth): boolean => health.kind === 'failing' || health.faults >= doubtedFaults;

const pauseUntil = (probes: number, { rules, now, chance }: LookupHealthContext): Date =>
  new Date(now.getTime() + probePauseMs(probes, rules, chance));

const afterFault = (health: LookupKindHealth, context: LookupHealthContext): LookupKindHealth => {
  if (health.kind === 'sound') return { kind: 'sound', faults: health.faults + 1 };
  const probes = health.probes + 1;
  return { ...health, probes, probeAt: pauseUntil(probes, context) };
};

/** The health after requests of one page, in the order in which they were made. */
export const afterLookups = (
  health: LookupHealth,
  outcomes: readonly LookupOutcome[],
  context: LookupHealthContext,
): LookupHealth => {
  const next = { ...health };
  for (const { by, isUsable } of outcomes) next[by] = isUsable ? sound : afterFault(next[by], context);
  for (const kind of lookupKinds) {
    const isOtherAnswered = outcomes.some(({ by, isUsable }) => by === otherKind(kind) && isUsable);
    if (next[kind].kind === 'sound' && isBroken(next[kind]) && isOtherAnswered)
      next[kind] = { kind: 'failing', since: context.now, probes: 0, probeAt: pauseUntil(0, context) };
  }
  return next;
};

/** The kinds that fail, in a fixed order. */
export const failingKinds = (health: LookupHealth): readonly LookupKind[] =>
  lookupKinds.filter((kind) => health[kind].kind === 'failing');

/**
 * Which kind alone is to be asked; undefined: both, because both fare alike, or the one that fails
 * is due to be probed.
 */
export const lookupFocus = (health: LookupHealth, now: Date): LookupFocus | undefined => {
  const [broken, ...others] = lookupKinds.filter((kind) => isBroken(health[kind]));
  if (broken === undefined || others.length > 0) return undefined;
  const state = health[broken];
  if (state.kind === 'failing' && state.probeAt <= now) return undefined;
  return { only: otherKind(broken), isCertain: state.kind === 'failing' };
};
