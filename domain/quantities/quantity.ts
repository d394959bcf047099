/**
 * Quantities: what the text of a characteristic says as a number. `100nF`, `0.1 uF` and
 * `100 nF ±10%` are one capacitance.
 *
 * Nothing is guessed. A text that could be two numbers (`1.000`), that names no unit where one is
 * needed, or that says more than one thing (`5 V, 12 V`) is no quantity, and the characteristic
 * stays text.
 */
import type { DecimalSeparator } from '../decimal-separator.ts';

/** One number, or a range of which at least one end is given, in a base unit of `units.ts`. */
export type Quantity =
  | {
      readonly kind: 'value';
      readonly unit: string;
      readonly value: number;
      /**
       * How far the real thing may be off, as a share of the value; undefined when the text does
       * not say.
       */
      readonly tolerance: number | undefined;
    }
  | {
      readonly kind: 'range';
      readonly unit: string;
      /** The lower end; undefined: none is given. */
      readonly from: number | undefined;
      /** The upper end; undefined: none is given. */
      readonly to: number | undefined;
    };

/** What is known of a text before it is read. */
export interface QuantityHints {
  /**
   * The unit in which figures without one are, as it is written: `mm`. A text of another kind of
   * quantity is not read then. Undefined: only texts that say their unit are read.
   */
  readonly unit?: string | undefined;
  /** Decides about numbers such as `1.000`. Undefined: these are not read. */
  readonly separator?: DecimalSeparator | undefined;
}
