/** From this quantity on, this price in decimal text. */
export interface DemoBreak {
  readonly from: number;
  readonly price: string;
}

/** A price by quantity, or none without asking. */
export type DemoPrice =
  | { readonly kind: 'on_request' }
  | { readonly kind: 'ladder'; readonly base: number; readonly breaks: readonly DemoBreak[] };

/** Changes a price for good; false when the SKU is not sold. */
export type SetPrice = (sku: string, price: DemoPrice) => boolean;
