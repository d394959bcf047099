/**
 * The characteristics that the text of a device states in its figures, as a supplier has them in a
 * table beside it: `NPN transistor 45 V 100 mA` has a voltage and a current rating.
 */

const figures = {
  volts: /(\d+(?:\.\d+)?) V\b/u,
  amperes: /(\d+(?:\.\d+)? m?A)\b/u,
  watts: /(\d+(?:\.\d+)? m?W)\b/u,
  hertz: /(\d+(?:\.\d+)? [kM]Hz)\b/u,
  picofarads: /(\d+(?:\.\d+)? pF)\b/u,
} as const;

type Figure = keyof typeof figures;

/** What the figures of a kind of device are called, as the identity profile calls them. */
const meanings: readonly (readonly [RegExp, Readonly<Partial<Record<Figure, string>>>])[] = [
  [/^Zener/u, { volts: 'zener_voltage', watts: 'power_rating' }],
  [/^TVS/u, { volts: 'standoff_voltage', watts: 'power_rating' }],
  [/transistor|MOSFET/u, { volts: 'voltage_rating', amperes: 'current_rating' }],
  [/rectifier|diode/iu, { volts: 'voltage_rating', amperes: 'current_rating' }],
  [/^Crystal/u, { hertz: 'frequency', picofarads: 'load_capacitance' }],
];

const read = (text: string, figure: Figure): string | undefined => {
  const found = figures[figure].exec(text)?.[1];
  return found === undefined || figure !== 'volts' ? found : `${found} V`;
};

/**
 * The figures of diodes, transistors and crystals; of nothing else, as figures have other meanings.
 */
export const figuresOfText = (text: string): Readonly<Record<string, string>> => {
  const [, names = {}] = meanings.find(([kind]) => kind.test(text)) ?? [];
  return Object.fromEntries(
    (Object.keys(names) as Figure[]).flatMap((figure) => {
      const [name, value] = [names[figure], read(text, figure)];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
};
