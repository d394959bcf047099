import { numberScheme } from '../number-scheme.ts';

/** Frequencies in megahertz as they stand in the number. */
const frequencies =
  '3.579545 3.6864 4.000 4.096 4.194304 4.9152 5.000 6.000 6.144 7.3728 7.680 8.000 8.192 9.8304 10.000 11.0592 11.2896 12.000 12.288 13.560 14.31818 14.7456 15.000 16.000 16.384 17.734475 18.000 18.432 19.200 19.6608 20.000 22.1184 24.000 24.576 25.000 26.000 27.000 27.120 30.000 32.000';

/** Height in millimetres and price in millionths of a euro by series. */
const bodies = { ABLS: { height: 4.2, priceMicros: 240_000 }, ABLS2: { height: 3.2, priceMicros: 260_000 } } as const;

/** Operating range by its code; K is the automotive one. */
const ranges = { D: '-40 to 85 °C', E: '-20 to 70 °C' } as const;

/**
 * Abracon ABLS and ABLS2 quartz crystals in HC/49US for surface mounting: series, frequency,
 * operating range, `2` for 20 ppm over that range, packing (T: reel, none: bag). Example:
 * ABLS-12.000MHZ-D2-T. Source: Abracon data sheets "ABLS" and "ABLS2", "Options and part
 * identification".
 */
export const abraconAbls = numberScheme({
  axes: {
    body: ['ABLS', 'ABLS2'],
    frequency: frequencies.split(' '),
    range: ['D', 'E'],
    packing: ['-T', ''],
  },
  part: ({ body, frequency, range, packing }) => ({
    manufacturer: 'Abracon',
    mpn: `${body}-${frequency}MHZ-${range}2${packing}`,
    description: `Quartz crystal ${Number(frequency)} MHz 18 pF ${ranges[range]}, ${bodies[body].height} mm high`,
    attributes: {
      category: 'Quartz crystal',
      frequency: `${Number(frequency)} MHz`,
      'load capacitance': '18 pF',
      'operating range': ranges[range],
      package: 'HC/49US',
      height: `${bodies[body].height} mm`,
    },
    packaging: packing === '-T' ? 'Tape and reel' : 'Bag',
    packQuantity: packing === '-T' ? 1_000 : 100,
    typicalPriceMicros: bodies[body].priceMicros,
  }),
});
