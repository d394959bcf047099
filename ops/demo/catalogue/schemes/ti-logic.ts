import { logicFunctionNumbers, logicFunctions } from '../logic-functions.ts';
import { numberScheme } from '../number-scheme.ts';

/** Families with the letter that ends the device name, if any. */
const families = { HC: '', HCT: '', AHC: '', AHCT: '', LV: 'A', LVC: 'A' } as const;

const packages = { D: 'SOIC', DB: 'SSOP', N: 'PDIP', NS: 'SOP', PW: 'TSSOP' } as const;

/**
 * Texas Instruments logic: `SN74` family, function, revision, package, packing (R: reel; nothing:
 * tube). Examples: SN74HC00N, SN74HC595DR, SN74LVC245APWR. Source: Texas Instruments "Logic guide",
 * "Device nomenclature".
 */
export const tiLogic = numberScheme({
  axes: {
    family: ['HC', 'HCT', 'AHC', 'AHCT', 'LV', 'LVC'],
    device: logicFunctionNumbers,
    body: ['D', 'DB', 'N', 'NS', 'PW'],
    packing: ['', 'R'],
  },
  // Dual in-line packages come in tubes only, and small-outline NS on reels only.
  exists: ({ body, packing }) => !(body === 'N' && packing === 'R') && !(body === 'NS' && packing === ''),
  part: ({ family, device, body, packing }) => {
    const { text, pins } = logicFunctions[device];
    return {
      manufacturer: 'Texas Instruments',
      mpn: `SN74${family}${device}${families[family]}${body}${packing}`,
      description: `74${family} ${text}, ${packages[body]}-${pins}`,
      attributes: { category: 'Logic', family, function: text, package: `${packages[body]}-${pins}` },
      packaging: packing === 'R' ? 'Tape and reel' : 'Tube',
      packQuantity: packing === 'R' ? 2_000 : 50,
      typicalPriceMicros: 220_000 + pins * 9_000 + (body === 'N' ? 150_000 : 0),
    };
  },
});
