import { numberScheme } from '../number-scheme.ts';

const impedances = [
  '100',
  '150',
  '180',
  '220',
  '260',
  '300',
  '310',
  '330',
  '470',
  '600',
  '700',
  '750',
  '101',
  '121',
  '151',
  '181',
  '221',
  '241',
  '331',
  '391',
  '421',
  '471',
  '601',
  '751',
  '102',
  '152',
  '182',
  '222',
  '252',
];

const sizes = { '15': '0402', '18': '0603', '21': '0805', '31': '1206' } as const;

/** Impedance in ohms of two figures and a power of ten. */
const ohmsOf = (code: string): number => Number(code.slice(0, 2)) * 10 ** Number(code.slice(2));

/**
 * Murata BLM ferrite beads: `BLM` size, material and use, impedance at 100 MHz, S: nickel and tin,
 * N: standard, 1: one circuit, D: 180 mm reel. Example: BLM18AG601SN1D. Source: Murata "Chip
 * ferrite beads", "Part numbering".
 */
export const murataBlm = numberScheme({
  axes: {
    size: ['15', '18', '21', '31'],
    use: ['AG', 'BB', 'BD', 'EG', 'KG', 'PG', 'SG'],
    impedance: impedances,
    reel: ['SN1D', 'TN1D'],
  },
  part: ({ size, use, impedance, reel }) => ({
    manufacturer: 'Murata',
    mpn: `BLM${size}${use}${impedance}${reel}`,
    description: `Ferrite bead ${ohmsOf(impedance)} Ω at 100 MHz ${sizes[size]}`,
    attributes: { category: 'Ferrite bead', impedance: `${ohmsOf(impedance)} Ω`, package: sizes[size] },
    packaging: 'Tape and reel',
    packQuantity: 4_000,
    typicalPriceMicros: 60_000,
  }),
});
