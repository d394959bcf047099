import { describe, expect, it } from 'vitest';
import { type FactName, factNames, statedFacts } from '../../../domain/catalog/part-facts.ts';

/** The longest text that is kept of each fact. */
const longest: Readonly<Record<FactName, number>> = {
  lifecycle_detail: 100,
  last_time_buy: 40,
  category: 200,
  datasheet_url: 500,
  image_url: 500,
  rohs: 100,
  reach: 100,
  eccn: 40,
  hts_code: 40,
  country_of_origin: 60,
  package: 100,
  product_url: 500,
  range_status: 100,
  seller: 100,
  is_authorized: 5,
  is_broker: 5,
  unit_of_sale: 40,
  standard_package: 20,
  maximum_order_quantity: 20,
  on_order_quantity: 20,
  on_order_date: 40,
  ships_from: 60,
};

const textOf = (name: FactName, length: number): string =>
  (name.endsWith('_url') ? 'https://a.example/' : '').padEnd(length, 'x');

describe('of a supplier that writes novels', () => {
  it.each(factNames)('%s is kept up to its longest text, and left out beyond it', (name) => {
    const fits = textOf(name, longest[name]);
    expect(statedFacts({ [name]: fits })).toEqual({ [name]: fits });
    expect(statedFacts({ [name]: ` ${fits} ` })).toEqual({ [name]: fits });
    expect(statedFacts({ [name]: textOf(name, longest[name] + 1) })).toBeUndefined();
  });
});
