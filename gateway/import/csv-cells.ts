/**
 * Cells of comma separated files that no spreadsheet takes for a formula (OWASP, "CSV Injection").
 *
 * A text that begins like a formula gets an apostrophe in front. That alone is not enough: which
 * sign separates cells depends on the language of the spreadsheet and on what its user chooses, and
 * quotes only count at the beginning of a cell. To who separates by semicolons, `"a;=1+1"` is two
 * cells, of which the second is a formula. So what follows a sign that may separate cells or lines
 * is treated as the beginning of a cell too.
 */

/** What a cell may hold; a number is one that we made, and stays a number. */
export type CsvCell = string | number | undefined;

/** Also in the full width that East Asian spreadsheets take for the same. */
const formulaStarts: ReadonlySet<string> = new Set('=+-@|%＝＋－＠');

/** A cell that begins with one of them is dangerous whatever follows. */
const dangerousStarts: ReadonlySet<string> = new Set('\t\r');

const separators: ReadonlySet<string> = new Set(',;|\t\r\n');

/** What spreadsheets drop at the beginning of a cell. */
const dropped = /^[\s"\p{Cc}]$/u;

/** What is known of a text behind a place in it. */
interface Ahead {
  /** Whether it begins a formula, behind what is dropped. */
  readonly isFormula: boolean;
  /** The character that makes it dangerous, behind quotes. */
  readonly dangerous: string | undefined;
}

const nothing: Ahead = { isFormula: false, dangerous: undefined };

const before = (character: string, ahead: Ahead): Ahead => ({
  isFormula: formulaStarts.has(character) || (ahead.isFormula && dropped.test(character)),
  dangerous: dangerousStarts.has(character) ? character : character === '"' ? ahead.dangerous : undefined,
});

const isDangerous = ({ isFormula, dangerous }: Ahead, separator?: string): boolean =>
  isFormula || (dangerous !== undefined && dangerous !== separator);

/** A text that no spreadsheet takes for a formula where all of it is one cell. */
export const asText = (text: string): string => {
  let ahead = nothing;
  for (let at = text.length - 1; at >= 0; at -= 1) ahead = before(text.charAt(at), ahead);
  return isDangerous(ahead) || text.startsWith('\n') ? `'${text}` : text;
};

/**
 * The same, whatever separates cells: from the end on, so that it takes time in proportion to the
 * text.
 */
const asTextAnywhere = (text: string): string => {
  const reversed: string[] = [];
  let ahead = nothing;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (separators.has(character) && isDangerous(ahead, character)) {
      reversed.push("'");
      ahead = nothing;
    }
    reversed.push(character);
    ahead = before(character, ahead);
  }
  return asText(reversed.reverse().join(''));
};

/**
 * Numbers as they are; a text that holds a sign which may separate something, or an apostrophe in
 * front, is quoted.
 */
const csvCell = (cell: CsvCell): string => {
  if (cell === undefined || typeof cell === 'number') return String(cell ?? '');
  const text = asTextAnywhere(cell);
  return /["',;|\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line without its end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(',');
