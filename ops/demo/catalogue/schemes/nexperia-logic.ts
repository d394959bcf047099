import { logicFunctionNumbers, logicFunctions } from '../logic-functions.ts';
import { numberScheme } from '../number-scheme.ts';

const packages = { D: 'SO', PW: 'TSSOP', BQ: 'DHVQFN' } as const;

/**
 * Packing codes after the comma: 118 and 115 are reels, 112 and 653 are the older tube and large
 * reel.
 */
const packings = {
  '118': { packaging: 'Tape, 13 inch reel', pieces: 2_500 },
  '112': { packaging: 'Tube', pieces: 50 },
} as const;

/**
 * Nexperia logic as ordered: `74` family, function, package, and after a comma the packing of the
 * 12NC. Example: 74HC595D,118. Source: Nexperia "Logic application handbook", "Type number and
 * ordering information".
 */
export const nexperiaLogic = numberScheme({
  axes: {
    family: ['HC', 'HCT', 'AHC', 'LVC'],
    device: logicFunctionNumbers,
    body: ['D', 'PW', 'BQ'],
    packing: ['118', '112'],
  },
  exists: ({ body, packing }) => !(body === 'BQ' && packing === '112'),
  part: ({ family, device, body, packing }) => {
    const { text, pins } = logicFunctions[device];
    return {
      manufacturer: 'Nexperia',
      mpn: `74${family}${device}${family === 'LVC' ? 'A' : ''}${body},${packing}`,
      description: `74${family} ${text}, ${packages[body]}${pins}`,
      attributes: { category: 'Logic', family, function: text, package: `${packages[body]}${pins}` },
      packaging: packings[packing].packaging,
      packQuantity: packings[packing].pieces,
      typicalPriceMicros: 200_000 + pins * 8_000,
    };
  },
});
