import { numberScheme } from '../number-scheme.ts';

const rows = {
  S: { text: 'single', count: 1 },
  D: { text: 'double', count: 2 },
  T: { text: 'triple', count: 3 },
} as const;
const platings = { G: 'gold', T: 'tin', L: 'light selective gold' } as const;

/** Lead styles with the length of the pin above the body, in millimetres. */
const leads = { '07': 5.84, '08': 8.13, '14': 10.67, '23': 8.38 } as const;

/** Prices per contact in millionths of a euro. */
const contactPriceMicros = { G: 42_000, T: 24_000, L: 34_000 } as const;

/**
 * Samtec TSW pin headers, pitch 2.54 mm: `TSW-1`, positions per row, lead style, plating, rows.
 * Example: TSW-110-07-G-S. Source: Samtec catalogue page "TSW series", "Ordering information".
 */
export const samtecTsw = numberScheme({
  axes: {
    positions: Array.from({ length: 50 }, (_, at) => at + 1),
    lead: ['07', '08', '14', '23'],
    plating: ['G', 'T', 'L'],
    row: ['S', 'D', 'T'],
    packing: ['tube'],
  },
  part: ({ positions, lead, plating, row }) => {
    const contacts = positions * rows[row].count;
    return {
      manufacturer: 'Samtec',
      mpn: `TSW-1${String(positions).padStart(2, '0')}-${lead}-${plating}-${row}`,
      description: `Pin header ${contacts} contacts, ${rows[row].text} row, 2.54 mm, ${platings[plating]}`,
      attributes: {
        category: 'Pin header',
        contacts: String(contacts),
        rows: String(rows[row].count),
        pitch: '2.54 mm',
        plating: platings[plating],
        'pin length': `${leads[lead]} mm`,
      },
      packaging: 'Tube',
      packQuantity: Math.max(1, Math.floor(500 / positions)),
      typicalPriceMicros: 180_000 + contacts * contactPriceMicros[plating],
    };
  },
});
