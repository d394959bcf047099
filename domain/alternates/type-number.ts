import { mpnCompact } from '../catalog/identity.ts';
import type { IdentityProfile } from '../identity/profile.ts';
import { bareNumbersOf } from '../identity/suffix-rules.ts';

/**
 * Numbers that several makers write for one device: `SN74HC00DR` and `74HC00D` are both a 74HC00,
 * `LM358DR` and `LM358DT` an LM358. They fix function and pins, which no characteristic says.
 */

/** A device by its number, whoever makes it. */
export interface TypeNumber {
  /** What every maker's number of it holds, in letters and digits: `74HC00`, `LM358`, `BC547`. */
  readonly core: string;
  /** The letter of its grade or the group of its gain behind that: the B of BC547B. */
  readonly grade: string | undefined;
  /** Whether it is the same device in a smaller body: the W of BC847BW and 1N4148W. */
  readonly isSmall: boolean;
  /** Whether the number is of a series that many make; else it is its maker's own. */
  readonly isShared: boolean;
}

/** The first group is the core, the second one the grade. */
const shared: readonly RegExp[] = [
  // Logic: the maker's letters, the family, the function.
  /^(?:[A-Z]{1,4})?(74(?:A|AC|ACT|AHC|AHCT|ALS|AUP|F|HC|HCT|HCU|LS|LV|LVC|LVT|S)?(?:[1-3]G)?\d{2,5})(?!\d)/u,
  /^(?:CD|HEF|HCF|MC1|TC)(4[05]\d{2}(?:UB)?)(?!\d)/u,
  // Fixed regulators: 7805, 78L05, 78M05, 7912.
  /^(?:L|LM|MC|UA|KA|TS|NJM|KIA|WS)?(7[89][LM]?(?:05|06|08|09|10|12|15|18|20|24))(?!\d)/u,
  // Circuits of which everybody has the number: amplifiers, comparators, timers, references.
  /^(LM(?:258|293|311|317|324|337|338|339|358|386|393|290[1-4])|[NS]E5(?:55|56|532|534)|NA555)(?!\d)([A-C](?!\d))?/u,
  /^(TL0[678][124]|TLC(?:27[24]|55[56])|MC1458|RC4558|TLV?431|TL494|ULN200[34]|ULN2803)(?!\d)([A-C](?!\d))?/u,
  /^(MAX(?:202|232|485|487|3232|3485)|SN75176|PC817|MOC30[2-6]\d|4N(?:2[5-8]|3[3-7])|CNY17|6N13[5-9])(?!\d)/u,
  // Registered types of discretes.
  /^([12]N\d{3,4})(?!\d)(A)?/u,
  /^(B(?:A[STVW]|[CD]|C[FPVWX]|F|SS|SN|U[KVZ])\d{2,3})(?!\d)-?([ABCS]|0[4-6]|16|25|40)?/u,
  /^((?:MMBTA?|MPSA|PN|TIP|IR[FL]|IR[FL]Z|IRFP|IRLML|AO|AOD|SI|MUR|MBR|UF|US|ES)\d{2,4})(?!\d)([A-CN])?/u,
];

/** The device of a number: of a series that many make, or else the number without its packaging. */
export const typeNumber = (mpn: string, manufacturerKey: string, profile: IdentityProfile | undefined): TypeNumber => {
  const upper = mpn.normalize('NFKC').toUpperCase().trim();
  for (const number of shared) {
    const [, core, grade] = number.exec(upper) ?? [];
    if (core !== undefined) return { core, grade, isSmall: /^[A-Z\d]*\d[ABC]?W/u.test(upper), isShared: true };
  }
  const [bare] = bareNumbersOf(mpn, manufacturerKey, profile?.suffixRules ?? []);
  return { core: mpnCompact(bare?.mpn ?? mpn), grade: undefined, isSmall: false, isShared: false };
};

/** Whether two numbers are of one device. */
export const isSameType = (a: TypeNumber, b: TypeNumber): boolean => a.core === b.core && a.isSmall === b.isSmall;

/** Devices of one series have their pins alike: BC546, BC547 and BC548. */
export const isOfOneSeries = (a: TypeNumber, b: TypeNumber): boolean =>
  isSameType(a, b) || (a.isShared && b.isShared && a.core.slice(0, -1) === b.core.slice(0, -1));
