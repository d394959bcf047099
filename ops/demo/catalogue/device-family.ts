import { figuresOfText } from './figures-of-text.ts';
import { type NumberScheme, numberScheme } from './number-scheme.ts';

/**
 * Devices of one maker that come in the same packages: a table of devices by a table of order
 * codes, as the ordering information of a data sheet has it.
 */

/** What one order code says of how a device comes. */
export interface OrderCode {
  /** Its package; left out: the number does not say. */
  readonly body?: string;
  /** Left out: the number does not say. */
  readonly packaging?: string;
  /** Pieces in one full pack. */
  readonly pieces: number;
}

/** Devices that are ordered alike. */
interface DeviceFamily {
  /** What each device is, by its number; `*` in an order code stands for it. */
  readonly devices: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, OrderCode>>;
  /** Characteristics that all of them have. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const reel = (pieces: number, body: string | undefined, packaging = 'Tape and reel'): OrderCode => ({
  ...(body !== undefined && { body }),
  packaging,
  pieces,
});

/** How parts are packed, with the package that the code says. */
export const packed = {
  reel: (pieces: number, body?: string): OrderCode => reel(pieces, body),
  tube: (pieces: number, body?: string): OrderCode => reel(pieces, body, 'Tube'),
  tray: (pieces: number, body?: string): OrderCode => reel(pieces, body, 'Tray'),
  bag: (pieces: number, body?: string): OrderCode => reel(pieces, body, 'Bag'),
  each: (body?: string): OrderCode => ({ ...(body !== undefined && { body }), pieces: 1 }),
} as const;

/**
 * The scheme of a family of a maker: its category in the catalogue, and what one costs in small
 * quantity, in millionths of a euro.
 */
export const deviceFamily = (
  manufacturer: string,
  category: string,
  priceMicros: number,
  { devices, codes, attributes }: DeviceFamily,
): NumberScheme =>
  numberScheme({
    axes: { device: Object.keys(devices), code: Object.keys(codes) },
    name: ({ device, code }) => ({ manufacturer, mpn: code.replace('*', device) }),
    part: ({ device, code }) => {
      const text = devices[device] ?? category;
      const { body, packaging, pieces = 1 } = codes[code] ?? {};
      return {
        manufacturer,
        mpn: code.replace('*', device),
        description: [text, body].filter((each) => each !== undefined).join(', '),
        attributes: {
          category,
          ...figuresOfText(text),
          ...attributes,
          ...(body !== undefined && { package: body }),
        },
        packaging,
        packQuantity: pieces,
        typicalPriceMicros: priceMicros,
      };
    },
  });

/** The same text for each number of a list that is separated by spaces. */
export const named = (numbers: string, text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(numbers.split(' ').map((number) => [number, text]));
