import { bareNumbersOf, type SuffixRule } from './suffix-rules.ts';

/**
 * Marks of makers for the form of a part that is free of lead. They are no packaging: who orders
 * the marked number must not be sold the other form. Only a number without a mark, which leaves the
 * form open, may become the marked one.
 */

/** The marks, as rules that take them off. */
export const leadFreeMarks: readonly SuffixRule[] = [
  {
    name: 'lead-free, National Semiconductor series',
    manufacturers: ['Texas Instruments', 'National Semiconductor'],
    suffixes: ['/NOPB'],
    example: { number: 'LM317T/NOPB', part: 'LM317T' },
  },
  {
    name: 'lead-free, Linear Technology series',
    manufacturers: ['Linear Technology', 'Analog Devices'],
    suffixes: ['#PBF'],
    example: { number: 'LTC3780EG#PBF', part: 'LTC3780EG' },
  },
  {
    name: 'lead-free, Maxim series',
    manufacturers: ['Maxim Integrated', 'Analog Devices'],
    startsWith: 'MAX',
    suffixes: ['+'],
    example: { number: 'MAX232ESE+', part: 'MAX232ESE' },
  },
  {
    name: 'lead-free, Vishay',
    manufacturers: ['Vishay'],
    suffixes: ['-E3', '-GE3'],
    example: { number: '1N4148W-E3', part: '1N4148W' },
  },
  {
    name: 'lead-free finish',
    manufacturers: ['Diodes Incorporated'],
    suffixes: ['-F'],
    example: { number: 'BSS138-F', part: 'BSS138' },
  },
];

/** What remains of a maker's number without its packaging, without its mark, and without both. */
export const unmarkedNumbers = (
  mpn: string,
  manufacturerKey: string,
  packaging: readonly SuffixRule[],
): readonly string[] => {
  const without = (number: string, rules: readonly SuffixRule[]): readonly string[] =>
    bareNumbersOf(number, manufacturerKey, rules).map((bare) => bare.mpn);
  const bare = without(mpn, packaging);
  return [...bare, ...[mpn, ...bare].flatMap((number) => without(number, leadFreeMarks))];
};
