import { manufacturerKey } from '../catalog/identity.ts';

/**
 * Suffix rules: endings of part numbers that say how a part is packed, and nothing of the part
 * itself. A mark of what is free of lead is part of the number (`lead-free-marks.ts`).
 *
 * A rule is literal text at the very end of the number, of named makers only: the ending of one
 * maker's reel is another maker's voltage. Separators are part of it, so `LT3045EDD#TR` ends in
 * `#TR` and `LT3045EDDTR` does not. Nothing is learned or guessed; a number that no rule names
 * stays a part of its own. What a supplier adds to make its own order code (`-ND`) is no such
 * ending.
 */

/** One maker's endings. */
export interface SuffixRule {
  /** What the endings mean, for people to read; unique in a profile. */
  readonly name: string;
  /** The makers that write them, by any spelling that `manufacturerKey` takes for the same. */
  readonly manufacturers: readonly string[];
  /** Only numbers that begin so; absent: all. */
  readonly startsWith?: string;
  /** The endings, in capitals. */
  readonly suffixes: readonly string[];
  /**
   * The end of what remains, where the ending holds something that tells parts apart; absent:
   * nothing.
   */
  readonly leaves?: string;
  /** A number of the kind, and the part that it is. */
  readonly example: { readonly number: string; readonly part: string };
}

/** A number without its packaging. */
export interface BareNumber {
  /** The number that remains. */
  readonly mpn: string;
  /** The ending that was taken off. */
  readonly suffix: string;
  readonly rule: SuffixRule;
}

/** What remains must still be a number: shorter ones are too common. */
const shortestPart = 4;

/** The rules for electronic components. */
export const componentSuffixRules: readonly SuffixRule[] = [
  {
    name: 'tape and reel, Linear Technology series',
    manufacturers: ['Linear Technology', 'Analog Devices'],
    suffixes: ['#TR'],
    example: { number: 'LT3045EDD#TR', part: 'LT3045EDD' },
  },
  {
    name: 'tape and reel, lead-free, Linear Technology series',
    manufacturers: ['Linear Technology', 'Analog Devices'],
    suffixes: ['#TRPBF'],
    leaves: '#PBF',
    example: { number: 'LT1763CS8-5#TRPBF', part: 'LT1763CS8-5#PBF' },
  },
  {
    name: 'reel, Analog Devices series',
    manufacturers: ['Analog Devices'],
    startsWith: 'AD',
    suffixes: ['-REEL', '-REEL7', '-RL', '-RL7', '-R7'],
    example: { number: 'AD8605ARTZ-REEL7', part: 'AD8605ARTZ' },
  },
  {
    name: 'tape and reel, lead-free',
    manufacturers: ['Maxim Integrated', 'Analog Devices'],
    startsWith: 'MAX',
    suffixes: ['+T'],
    leaves: '+',
    example: { number: 'MAX232ESE+T', part: 'MAX232ESE+' },
  },
  {
    name: 'tape and reel',
    manufacturers: ['Maxim Integrated', 'Analog Devices'],
    startsWith: 'MAX',
    suffixes: ['-T'],
    example: { number: 'MAX232ESE-T', part: 'MAX232ESE' },
  },
  {
    name: 'last three digits of the packing code',
    manufacturers: ['Nexperia', 'NXP Semiconductors'],
    suffixes: [',112', ',115', ',118', ',127', ',135', ',215', ',235', ',315'],
    example: { number: 'BSS138PW,115', part: 'BSS138PW' },
  },
  {
    name: 'reel size',
    manufacturers: ['Diodes Incorporated'],
    suffixes: ['-7', '-13'],
    example: { number: 'BSS138-7', part: 'BSS138' },
  },
  {
    name: 'reel size, lead-free',
    manufacturers: ['Diodes Incorporated'],
    suffixes: ['-7-F', '-13-F'],
    leaves: '-F',
    example: { number: 'BSS138-7-F', part: 'BSS138-F' },
  },
  {
    name: 'tape of transistors, lead-free',
    manufacturers: ['Vishay'],
    startsWith: 'SI',
    suffixes: ['-T1-E3'],
    leaves: '-E3',
    example: { number: 'SI2301CDS-T1-E3', part: 'SI2301CDS-E3' },
  },
  {
    name: 'tape of transistors, free of lead and halogen',
    manufacturers: ['Vishay'],
    startsWith: 'SI',
    suffixes: ['-T1-GE3'],
    leaves: '-GE3',
    example: { number: 'SI2301CDS-T1-GE3', part: 'SI2301CDS-GE3' },
  },
  {
    name: 'reel of diodes',
    manufacturers: ['Vishay'],
    suffixes: ['-GS08', '-GS18'],
    example: { number: '1N4148W-GS08', part: '1N4148W' },
  },
  {
    name: 'reel of diodes, lead-free',
    manufacturers: ['Vishay'],
    suffixes: ['-E3-08', '-E3-18'],
    leaves: '-E3',
    example: { number: '1N4148W-E3-08', part: '1N4148W-E3' },
  },
  {
    name: 'tape and reel of microcontrollers in LQFP',
    manufacturers: ['STMicroelectronics'],
    startsWith: 'STM32',
    suffixes: ['T6TR'],
    leaves: 'T6',
    example: { number: 'STM32F103C8T6TR', part: 'STM32F103C8T6' },
  },
  {
    name: 'packing code of discretes',
    manufacturers: ['Infineon Technologies'],
    suffixes: ['XTSA1', 'XTMA1', 'XUMA1', 'XKSA1'],
    example: { number: 'BSS138NH6327XTSA1', part: 'BSS138NH6327' },
  },
  {
    name: 'tape and reel, Micrel series',
    manufacturers: ['Microchip', 'Micrel'],
    startsWith: 'MIC',
    suffixes: ['-TR'],
    example: { number: 'MIC5205-3.3YM5-TR', part: 'MIC5205-3.3YM5' },
  },
];

/** The number as it is compared with the rules: in capitals and without blanks at its ends. */
const inCapitals = (mpn: string): string => mpn.normalize('NFKC').trim().toUpperCase();

/** The longest ending of the rule that the number has. */
const endingOf = (number: string, { suffixes, startsWith = '' }: SuffixRule): string | undefined =>
  number.startsWith(startsWith)
    ? suffixes
        .filter((suffix) => number.endsWith(suffix) && number.length - suffix.length >= shortestPart)
        .reduce<string | undefined>(
          (longest, each) => (each.length > (longest?.length ?? 0) ? each : longest),
          undefined,
        )
    : undefined;

/**
 * What remains of a number under each rule that fits it, for any manufacturer; empty for most
 * numbers.
 */
export const bareNumbers = (mpn: string, rules: readonly SuffixRule[]): readonly BareNumber[] => {
  const number = inCapitals(mpn);
  return rules.flatMap((rule) => {
    const suffix = endingOf(number, rule);
    return suffix === undefined
      ? []
      : [{ mpn: `${number.slice(0, -suffix.length)}${rule.leaves ?? ''}`, suffix, rule }];
  });
};

/** Whether the rule is for the maker of this key. */
const isRuleOf = ({ manufacturers }: SuffixRule, key: string): boolean =>
  manufacturers.some((name) => manufacturerKey(name) === key);

/** What remains of a number of the maker of this key under each of its rules that fits. */
export const bareNumbersOf = (mpn: string, key: string, rules: readonly SuffixRule[]): readonly BareNumber[] =>
  bareNumbers(mpn, rules).filter(({ rule }) => isRuleOf(rule, key));
