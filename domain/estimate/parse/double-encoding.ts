/** What Windows-1252 makes of the bytes 0x80 to 0x9f; all others are their own code. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = (character: string): number => {
  const at = upper.indexOf(character);
  return at >= 0 ? 0x80 + at : (character.codePointAt(0) ?? 0);
};

/** A first byte of UTF-8 and one that follows it, each read as a character of its own. */
const suspicious = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * A text that was written in UTF-8, read as Windows-1252 and saved again (`StÃ¼ck`), as it was;
 * any other text as it is.
 */
export const repairedEncoding = (text: string): string => {
  if (!suspicious.test(text)) return text;
  const bytes = Array.from(text, byteOf);
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
};
