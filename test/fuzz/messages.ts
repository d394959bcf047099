import type { Fault } from './faults.ts';
import type { TargetName } from './targets.ts';

/** What the process that runs a decoder is to do; its one argument names a file with it as JSON. */
export interface FuzzOrder {
  readonly target: TargetName;
  readonly work: FuzzWork;
  /**
   * The input under way is written here first, so that it is known when the process dies or hangs.
   */
  readonly inputFile: string;
  /** An input that takes longer, each time, is a fault. */
  readonly slowMs: number;
}

/** Where the inputs come from. */
export type FuzzWork =
  /** They are made, for so many seconds; the same seed makes the same ones. */
  | { readonly kind: 'generate'; readonly seed: number; readonly seconds: number }
  /** So many are made. */
  | { readonly kind: 'sample'; readonly seed: number; readonly inputs: number }
  /** They are known cases, and after them so many that are made. */
  | {
      readonly kind: 'replay';
      readonly inputsBase64: readonly string[];
      readonly sample?: { readonly seed: number; readonly inputs: number };
    };

/** What that process tells. */
export type FuzzNews =
  /** So many inputs were tried so far. */
  | { readonly kind: 'progress'; readonly tried: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly tried: number; readonly inputBase64: string }
  | { readonly kind: 'done'; readonly tried: number };
