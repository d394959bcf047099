import { numberScheme } from '../number-scheme.ts';

/** Rows of contacts by their letter. */
const rows = {
  S: { count: 1, text: 'single' },
  D: { count: 2, text: 'dual' },
  T: { count: 3, text: 'triple' },
} as const;

/** Contact plating by its letter, and the price of a contact in millionths of a euro. */
const platings = {
  G: { text: 'gold', contactPriceMicros: 105_000 },
  T: { text: 'tin', contactPriceMicros: 68_000 },
  F: { text: 'gold flash', contactPriceMicros: 79_000 },
} as const;

/**
 * Samtec SSW socket strips, pitch 2.54 mm: `SSW-1`, positions per row, lead style, plating, rows.
 * Example: SSW-110-01-G-S. Source: Samtec catalogue page "SSW series", "Ordering information".
 */
export const samtecSsw = numberScheme({
  axes: {
    positions: Array.from({ length: 50 }, (_, at) => at + 1),
    lead: ['01', '02', '03', '04'],
    plating: ['G', 'T', 'F'],
    row: ['S', 'D', 'T'],
    packing: ['tube'],
  },
  part: ({ positions, lead, plating, row }) => {
    const contacts = positions * rows[row].count;
    return {
      manufacturer: 'Samtec',
      mpn: `SSW-1${String(positions).padStart(2, '0')}-${lead}-${plating}-${row}`,
      description: `Socket strip ${contacts} contacts, ${rows[row].text} row, 2.54 mm, ${platings[plating].text}, lead ${lead}`,
      attributes: {
        category: 'Socket strip',
        contacts: String(contacts),
        rows: String(rows[row].count),
        pitch: '2.54 mm',
        plating: platings[plating].text,
      },
      packaging: 'Tube',
      packQuantity: Math.max(1, Math.floor(400 / positions)),
      typicalPriceMicros: 220_000 + contacts * platings[plating].contactPriceMicros,
    };
  },
});
