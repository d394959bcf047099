import { type NumberScheme, numberScheme } from '../number-scheme.ts';
import { decades, henries, series } from '../preferred-values.ts';

/** Small inductors and ferrite beads of several makers. */

/**
 * Nanohenries of two figures with N for the point, then microhenries with R: 2N2, 47N, R10, 1R0,
 * 100.
 */
const code = (nanohenries: number): string => {
  if (nanohenries < 10) return nanohenries.toFixed(1).replace('.', 'N');
  if (nanohenries < 100) return `${Math.round(nanohenries)}N`;
  const micro = nanohenries / 1_000;
  if (micro < 1) return `R${String(Math.round(micro * 100)).padStart(2, '0')}`;
  if (micro < 10) return micro.toFixed(1).replace('.', 'R');
  const power = Math.floor(Math.log10(micro)) - 1;
  return `${Math.round(micro / 10 ** power)}${power}`;
};

interface Inductors {
  readonly manufacturer: string;
  /** In nanohenries. */
  readonly values: readonly number[];
  readonly tolerance: 5 | 10 | 20;
  readonly body: string;
  readonly number: (code: string) => string;
}

const inductors = ({ manufacturer, values, tolerance, body, number }: Inductors): NumberScheme =>
  numberScheme({
    axes: { nanohenries: values },
    part: ({ nanohenries }) => ({
      manufacturer,
      mpn: number(code(nanohenries)),
      description: `Inductor ${henries(nanohenries)} ±${tolerance} %, ${body}`,
      attributes: {
        category: 'Inductor',
        inductance: henries(nanohenries),
        tolerance: `±${tolerance} %`,
        package: body,
      },
      packaging: 'Tape and reel',
      packQuantity: 4_000,
      typicalPriceMicros: 70_000,
    }),
  });

const radio = decades(series.e12, -2, 3);
const power = decades(series.e6, 1, 3);

interface Beads {
  readonly manufacturer: string;
  readonly sizes: Readonly<Record<string, string>>;
  readonly number: (size: string, ohms: string) => string;
}

const impedances = ['300', '600', '800', '101', '121', '151', '181', '221', '331', '471', '601', '102', '152', '182'];

const beads = ({ manufacturer, sizes, number }: Beads): NumberScheme =>
  numberScheme({
    axes: { size: Object.keys(sizes), impedance: impedances },
    part: ({ size, impedance }) => {
      const ohms = Number(impedance.slice(0, 2)) * 10 ** Number(impedance.slice(2));
      return {
        manufacturer,
        mpn: number(size, impedance),
        description: `Ferrite bead ${ohms} Ω at 100 MHz ${sizes[size]}`,
        attributes: { category: 'Ferrite bead', impedance: `${ohms} Ω`, package: sizes[size] ?? '' },
        packaging: 'Tape and reel',
        packQuantity: 4_000,
        typicalPriceMicros: 45_000,
      };
    },
  });

const chips = { 1005: '0402', 1608: '0603', 2012: '0805', 3216: '1206' } as const;

/** Sources: "Part numbering" of each series by its maker. */
export const chipInductors = [
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0402', number: (l) => `LQG15HS${l}J02D` }),
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0402', number: (l) => `LQW15AN${l}J00D` }),
  inductors({ manufacturer: 'Murata', values: radio, tolerance: 5, body: '0603', number: (l) => `LQW18AN${l}J00D` }),
  inductors({ manufacturer: 'TDK', values: radio, tolerance: 5, body: '0402', number: (l) => `MLK1005S${l}JT000` }),
  inductors({ manufacturer: 'TDK', values: radio, tolerance: 5, body: '0603', number: (l) => `MLG1608B${l}JT000` }),
  ...(['1005', '1608', '2012'] as const).map((size) =>
    inductors({
      manufacturer: 'TDK',
      values: power,
      tolerance: 20,
      body: chips[size],
      number: (l) => `MLZ${size}M${l}${size === '1005' ? 'W' : ''}T000`,
    }),
  ),
  ...(['0402', '0603', '0805'] as const).map((size) =>
    inductors({
      manufacturer: 'Taiyo Yuden',
      values: power,
      tolerance: 20,
      body: size,
      number: (l) => `LB${size}T${l}M`,
    }),
  ),
  inductors({ manufacturer: 'Bourns', values: power, tolerance: 10, body: '1812', number: (l) => `CM453232-${l}KL` }),
  inductors({ manufacturer: 'Sunlord', values: radio, tolerance: 5, body: '0402', number: (l) => `SDCL1005C${l}JTDF` }),
  beads({ manufacturer: 'TDK', sizes: chips, number: (size, ohms) => `MPZ${size}S${ohms}ATA00` }),
  beads({ manufacturer: 'TDK', sizes: chips, number: (size, ohms) => `MMZ${size}R${ohms}ATA00` }),
  beads({ manufacturer: 'Taiyo Yuden', sizes: chips, number: (size, ohms) => `BK${size}HS${ohms}-T` }),
  beads({ manufacturer: 'Sunlord', sizes: chips, number: (size, ohms) => `GZ${size}D${ohms}TF` }),
  beads({
    manufacturer: 'Laird',
    sizes: { '0402': '0402', '0603': '0603', '0805': '0805', 1206: '1206' },
    number: (size, ohms) => `HZ${size}${size === '0402' ? 'A' : size === '0603' ? 'C' : 'E'}${ohms}R-10`,
  }),
  beads({
    manufacturer: 'Vishay',
    sizes: { '0402': '0402', '0603': '0603', '0805': '0805', 1206: '1206' },
    number: (size, ohms) => `ILBB${size}ER${ohms}V`,
  }),
  beads({
    manufacturer: 'Bourns',
    sizes: { 1608: '0603', 2012: '0805' },
    number: (size, ohms) => `MH${size}-${ohms}Y`,
  }),
] as const;
