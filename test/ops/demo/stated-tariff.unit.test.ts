import { expect, it } from 'vitest';
import { rowsOfProduct, variationDraft, variationRow } from '../../../actors/connector/suppliers/digikey/rows-4.ts';
import { productDraft, productRow } from '../../../actors/connector/suppliers/element14/rows.ts';
import { factsOf, partDraft, partRow } from '../../../actors/connector/suppliers/mouser/rows.ts';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { readHtsCode } from '../../../domain/pricing/duties/hts-code.ts';
import { assortmentOf, type DemoOffer } from '../../../ops/demo/assortment.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { productOf as digikeyProduct } from '../../../ops/demo/protocols/digikey-rows.ts';
import { productOf as element14Product } from '../../../ops/demo/protocols/element14-rows.ts';
import { partOf as mouserPart } from '../../../ops/demo/protocols/mouser-rows.ts';
import { borealis } from '../../../ops/demo/supplier-profile.ts';
import { digitsOf, tariffOf } from '../../../ops/demo/tariff.ts';

const offers = assortmentOf(borealis, demoCatalogue('demo', 300), 'stated').slice(0, 100);

/** What the plug-in of each supplier reads of the answer that its demo supplier gives. */
const read: Readonly<Record<string, (offer: DemoOffer) => readonly ObservationDraft[]>> = {
  digikey: (offer) => rowsOfProduct(digikeyProduct(offer)).map((row) => variationDraft(variationRow.parse(row), 'USD')),
  mouser: (offer) => {
    const part = mouserPart(offer, 'EUR', 'en');
    return [partDraft(partRow.parse(part), factsOf([part], undefined))];
  },
  element14: (offer) => [productDraft(productRow.parse(element14Product(offer)), 'EUR')],
};

it.each([
  ['digikey', 10, false],
  ['mouser', 10, false],
  ['element14', 8, true],
])('the demo of %s states tariff numbers of up to %i digits as it does, origins: %s', (name, digits, hasOrigins) => {
  for (const offer of offers) {
    const { hts, origin } = tariffOf(offer.product);
    for (const { description } of read[name]?.(offer) ?? []) {
      const facts = description?.facts ?? {};
      expect(readHtsCode(facts.hts_code ?? '')).toBe(digitsOf(hts)?.slice(0, digits));
      expect(facts.country_of_origin).toBe(hasOrigins ? origin : undefined);
    }
  }
});
