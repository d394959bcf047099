import { parseTask } from '../../../actors/estimate/reading/parse-task.ts';
import { manufacturerKey, mpnCompact, mpnKey } from '../../../domain/catalog/identity.ts';
import { readDescription } from '../../../domain/characteristics/read-description.ts';
import { typingErrors } from '../../../domain/search/typing-errors.ts';
import { mutatedBytes } from '../mutations.ts';
import { expectStorable, expectThat, type FuzzTarget, textOf } from '../target.ts';

/**
 * Texts that people and suppliers write: lines of a list, descriptions, numbers, names, searches.
 */

const seeds = [
  '25 x RC0603FR-071KL Yageo',
  'R1,R2,R3-R10 10k 1% 0603 1/10W',
  'BSS138PW,115 qty 1.000 @ 0,05 EUR',
  'Kondensator 100nF 50V X7R 0603 ±10%',
  '2 pcs Würth Elektronik 742792095 ferrite 60 Ohm @ 100 MHz, 6A, DCR 0.01Ohm',
  'RES SMD 4.7K OHM 1% 1/10W 0603 -55°C ~ 155°C',
];

const words = [' ', ',', 'x', 'qty', 'k', '%', '±', '@', 'EUR', '0603', 'Ohm', 'µF', '-', '~', '/', '1.000,5', 'pcs'];

/** One line of a list. The draft must be storable, whatever the line holds. */
export const lines: FuzzTarget = {
  inputs: mutatedBytes(seeds, words),
  run: (input) => {
    const result = parseTask({ kind: 'lines', lines: [{ rawText: textOf(input) }] });
    expectThat(result.kind === 'parsed', 'a line is always read');
  },
};

/** A description, a manufacturer's name, a part number and a search, all made of one text. */
export const texts: FuzzTarget = {
  inputs: mutatedBytes(seeds, words),
  run: (input) => {
    const text = textOf(input);
    expectStorable(readDescription(text.replaceAll('\u0000', '')));
    manufacturerKey(text);
    expectThat(mpnCompact(text).length <= 20 * text.length + 20, 'a key is not much longer than its number');
    mpnKey(text);
    typingErrors(text.slice(0, 200));
  },
};
