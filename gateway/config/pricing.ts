import { names, text, type ValuesOf, wholeNumber } from './config-values.ts';

/** The delivery zones. */
export const deliveryVariables = {
  DELIVERY_ZONES: names()
    .prefault('EU,US,UK,CN,ROW')
    .describe('The delivery zones that a price may be asked for, between commas.'),
  DEFAULT_DELIVERY_ZONE: text()
    .prefault('EU')
    .describe('The zone of customers who have none; one of `DELIVERY_ZONES`.'),
};

/** Memory for offers and prices. */
export const offerMemoryVariables = {
  OFFER_MEMORY_MB: wholeNumber(16, 1_000_000)
    .prefault('256')
    .describe(
      'Memory for offers that prices are made from, beside the heap, in MiB, and as much again for the prices that were given; taken as it is needed.',
    ),
};

/** Prices as their variables have them. */
export const pricingSettings = (given: ValuesOf<typeof deliveryVariables & typeof offerMemoryVariables>) => ({
  delivery: { zones: given.DELIVERY_ZONES, defaultZone: given.DEFAULT_DELIVERY_ZONE },
  offerMemoryBytes: given.OFFER_MEMORY_MB * 2 ** 20,
});
