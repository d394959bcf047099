/**
 * Characters that no one sees, but that turn what follows around, hide in a part number, or make
 * two that differ look the same. Suppliers write them, so that a page shows each as what it is.
 */

/**
 * Control characters, soft hyphens, marks of direction and of no width. Joiners are left between
 * letters that need them.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|(?<=[!-~])[\u200C\u200D]|[\u200C\u200D](?=[!-~])/gu;

const nameOf = (mark: string): string => `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** In these a text is only text, without elements. */
const plainElements = /^(?:title|option)\b/;

/** What is written in a field stays as it is, for it is sent back. */
const field = /^textarea\b/;

/** What follows a `<`: a tag with the text after it. */
const visible = (piece: string): string => {
  const end = piece.indexOf('>') + 1;
  const [tag, text] = [piece.slice(0, end), piece.slice(end)];
  if (field.test(tag)) return piece;
  const shown = plainElements.test(tag)
    ? text.replace(unseen, (mark) => `[${nameOf(mark)}]`)
    : text.replace(unseen, (mark) => `<span class="mark">${nameOf(mark)}</span>`);
  return tag + shown;
};

/** A page, in which everything from outside is escaped, with such marks shown in its texts. */
export const withVisibleMarks = (page: string): string =>
  page.search(unseen) === -1
    ? page
    : page
        .split('<')
        .map((piece, at) => (at === 0 ? piece : visible(piece)))
        .join('<');
