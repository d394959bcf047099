import { numberScheme } from '../number-scheme.ts';

/**
 * Series of KK 254 by the digits before the circuits: what it is and the price of a contact in
 * millionths of a euro.
 */
const kinds = {
  '22-23-2': { text: 'wire-to-board header, vertical, friction lock', contactPriceMicros: 38_000 },
  '22-05-3': { text: 'wire-to-board header, right angle, friction lock', contactPriceMicros: 47_000 },
  '22-01-3': { text: 'crimp housing with ramp', contactPriceMicros: 21_000 },
} as const;

/** The digit that ends the number of each kind. */
const endings = { '22-23-2': '1', '22-05-3': '1', '22-01-3': '7' } as const;

/**
 * Molex KK 254: legacy order numbers with the circuits in the last group: `22-23-2`, two digits of
 * circuits, ending. Examples: 22-23-2041 (header, 4 circuits), 22-01-3047 (housing, 4 circuits).
 * Source: Molex product specification PS-10-07 and the KK 254 product family pages, "Order number".
 */
export const molexKk = numberScheme({
  axes: {
    kind: ['22-23-2', '22-05-3', '22-01-3'],
    circuits: Array.from({ length: 35 }, (_, at) => at + 2),
    packing: ['bag'],
  },
  part: ({ kind, circuits }) => ({
    manufacturer: 'Molex',
    mpn: `${kind}${String(circuits).padStart(2, '0')}${endings[kind]}`,
    description: `KK 254 ${kinds[kind].text}, ${circuits} circuits, 2.54 mm`,
    attributes: {
      category: 'Wire-to-board connector',
      contacts: String(circuits),
      pitch: '2.54 mm',
    },
    packaging: 'Bag',
    packQuantity: 100,
    typicalPriceMicros: 60_000 + circuits * kinds[kind].contactPriceMicros,
  }),
});
