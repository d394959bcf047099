import fc from 'fast-check';

/** What UTF-16 writes characters of four bytes with stands for none by itself. */
const [firstSurrogate, surrogates, lastCodePoint] = [0xd800, 0x800, 0x10ffff];

/**
 * Any character, as a `unit` of `fc.string`. It gives what `binary` gives, which keeps a map of all
 * million of them to find a character in: half a second of a processor in each process.
 */
export const anyCharacter = fc.nat({ max: lastCodePoint - surrogates }).map(
  (at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point) || !text.isWellFormed())
      throw new Error('no single character');
    return point < firstSurrogate ? point : point - surrogates;
  },
);
