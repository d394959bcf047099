/** Sets as bits of 32-bit words. */

/** Words for so many bits. */
export const wordsFor = (count: number): number => Math.ceil(count / 32);

/** Sets a bit of the set that begins at word `base`. */
export const setBit = (words: Int32Array, base: number, bit: number): void => {
  const word = base + (bit >>> 5);
  words[word] = (words[word] as number) | (1 << (bit & 31));
};

/** Whether a bit of the set that begins at word `base` is set. */
export const hasBit = (words: Int32Array, base: number, bit: number): boolean =>
  (((words[base + (bit >>> 5)] as number) >>> (bit & 31)) & 1) === 1;
