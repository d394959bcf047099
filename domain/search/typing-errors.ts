/**
 * The numbers that somebody may have meant who typed another one: every text that is one typing
 * error away (Damerau 1964: a letter too few, one too many, another one, or two that changed
 * places), with how likely that error is. They are looked up as one set, some 900 for twelve
 * letters, which is exact. A search by similarity would have to look at every number that shares
 * parts with the typed one, and in a series of parts those are thousands.
 */

/** A number that may have been meant. */
export interface Variant {
  readonly text: string;
  /** 0 to 1; says which comes first, nothing more. */
  readonly likelihood: number;
}

/** What numbers are made of once they are in letters and digits. */
const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Letters and digits that are taken for one another. */
const lookAlikes = ['0OQD', '1IL', '2Z', '5S', '8B', 'UV', '6G'];

const likely = { swapped: 1, mistaken: 0.9, doubled: 0.8, missing: 0.6, added: 0.5, replaced: 0.3 } as const;

const isLookAlike = (a: string, b: string): boolean =>
  lookAlikes.some((group) => group.includes(a) && group.includes(b));

/**
 * The shortest and longest numbers worth correcting: every neighbour of a short number is another
 * part, and longer numbers are not typed by hand.
 */
const shortest = 5;
const longest = 40;

/**
 * What may have been meant where one letter was left out, was typed wrongly, or was typed too much,
 * at one place.
 */
function* errorsAt(typed: string, at: number): Generator<Variant> {
  const before = typed.slice(0, at);
  const [here, next] = typed.slice(at);
  const rest = typed.slice(at + 1);
  for (const letter of alphabet) {
    const isDoubled = letter === here || before.endsWith(letter);
    yield { text: before + letter + (here ?? '') + rest, likelihood: isDoubled ? likely.doubled : likely.missing };
    if (here !== undefined)
      yield { text: before + letter + rest, likelihood: isLookAlike(letter, here) ? likely.mistaken : likely.replaced };
  }
  if (here !== undefined) yield { text: before + rest, likelihood: here === next ? likely.doubled : likely.added };
  if (here !== undefined && next !== undefined)
    yield { text: before + next + here + typed.slice(at + 2), likelihood: likely.swapped };
}

/**
 * The texts that differ from a number by one typing error, each once, the number itself not among
 * them. `typed` is in capital letters and digits. Empty for what is too short or too long to be
 * judged, and for what has no digit: those are words.
 */
export const typingErrors = (typed: string): readonly Variant[] => {
  if (typed.length < shortest || typed.length > longest || !/\d/.test(typed)) return [];
  const likelihoods = new Map<string, number>();
  for (let at = 0; at <= typed.length; at += 1)
    for (const { text, likelihood } of errorsAt(typed, at))
      if (likelihood > (likelihoods.get(text) ?? 0)) likelihoods.set(text, likelihood);
  likelihoods.delete(typed);
  return Array.from(likelihoods, ([text, likelihood]) => ({ text, likelihood }));
};
