import { type Amount, amount } from '../money.ts';
import type { PriceBreak } from '../offers/offer.ts';
import { type Scaled, scaledFromText } from './fixed-point.ts';

/**
 * A break whose price stands as decimal text until somebody looks at it. Of a ladder that was kept
 * as text a price takes one break or two, and those as whole numbers: no decimal is made then.
 *
 * A class, because its getters would cost more in each object than what they save.
 */
export class TextBreak implements PriceBreak {
  readonly quantity: number;
  /** As `amountText` writes it. */
  private readonly text: string;
  private amountRead: Amount | undefined;
  private scaledRead: Scaled | undefined;

  constructor(quantity: number, text: string) {
    this.quantity = quantity;
    this.text = text;
    this.amountRead = undefined;
    this.scaledRead = undefined;
  }

  /** Throws when the text is no decimal amount. */
  get price(): Amount {
    this.amountRead ??= amount(this.text);
    return this.amountRead;
  }

  /** The price in whole units; undefined when it has more digits than a safe integer. */
  get scaled(): Scaled | undefined {
    this.scaledRead ??= scaledFromText(this.text);
    return this.scaledRead;
  }
}
