/** Sets as bits of 32-bit words. */

/** Words for so many bits. */
export const wordsFor = (count: number): number => Math.ceil(count / 32);

/** How many bits of the word are set. */
export const popCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The position of the lowest bit that is set; the word must not be 0. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/** Sets a bit of the set that begins at word `base`. */
export const setBit = (words: Int32Array, base: number, bit: number): void => {
  const word = base + (bit >>> 5);
  words[word] = (words[word] as number) | (1 << (bit & 31));
};

/** Clears a bit of the set that begins at word `base`. */
export const clearBit = (words: Int32Array, base: number, bit: number): void => {
  const word = base + (bit >>> 5);
  words[word] = (words[word] as number) & ~(1 << (bit & 31));
};

/** Whether a bit of the set that begins at word `base` is set. */
export const hasBit = (words: Int32Array, base: number, bit: number): boolean =>
  (((words[base + (bit >>> 5)] as number) >>> (bit & 31)) & 1) === 1;
