/** What a JSON text would come to. */
export interface JsonExtent {
  /**
   * Brackets that stand in each other at most; not counted further once there are more than asked
   * for.
   */
  readonly levels: number;
  /** Values at most: one for each comma and each bracket. */
  readonly values: number;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The place of the quotation mark that ends a text which begins behind `from`. */
const endOfText = (text: string, from: number): number => {
  let at = text.indexOf('"', from);
  while (at >= 0) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
};

/**
 * Looks at a JSON text without making anything of it: parsers take memory for every value, and some
 * the stack for every level. The text need not be valid. Takes time that grows with its length
 * only.
 */
export const checkJson = (text: string, maxLevels: number): JsonExtent => {
  let [level, levels, values] = [0, 0, 1];
  for (let at = 0; at < text.length && levels <= maxLevels; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at + 1);
    else if (code === comma) values += 1;
    else if (opening.has(code)) {
      level += 1;
      values += 1;
      levels = Math.max(levels, level);
    } else if (closing.has(code)) level -= 1;
  }
  return { levels, values };
};
