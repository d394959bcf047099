/**
 * Makes an input that shows a fault smaller, by taking out ever smaller pieces for as long as the
 * fault shows without them (delta debugging).
 *
 * @param isFaulty tells whether an input shows the fault; asked at most `maxTries` times
 */
export const shrink = async (
  input: Uint8Array,
  isFaulty: (candidate: Uint8Array) => Promise<boolean>,
  maxTries: number,
): Promise<Uint8Array> => {
  let smallest = input;
  let tries = 0;
  for (let size = Math.ceil(smallest.length / 2); size >= 1 && tries < maxTries; ) {
    let isSmaller = false;
    for (let from = 0; from < smallest.length && tries < maxTries; ) {
      const candidate = Buffer.concat([smallest.subarray(0, from), smallest.subarray(from + size)]);
      tries += 1;
      if (await isFaulty(candidate)) {
        smallest = candidate;
        isSmaller = true;
      } else from += size;
    }
    if (size === 1 && !isSmaller) break;
    if (!isSmaller || size > smallest.length) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return smallest;
};
