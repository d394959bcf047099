import { dayMs } from '../../../../domain/duration.ts';
import { Unreadable } from '../read-failure.ts';
import { scanXml } from './xml-scan.ts';

/** What a number format does to a number that a reader must see as the author does. */
export type NumberForm =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date' }
  /** Leading zeros up to this many digits: part numbers that were typed as numbers. */
  | { readonly kind: 'padded'; readonly digits: number };

const plain: NumberForm = { kind: 'plain' };

/** Built-in formats that are dates or times (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Characters of a format code, and styles of cells, that spreadsheets allow. */
const longestCode = 255;
const maxStyles = 65_490;

/** The form of a number format, by its id and, where it is not built in, its code. */
export const formOf = (id: number, code: string | undefined): NumberForm => {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : plain;
  if (code.length > longestCode) return plain;
  if (/^0{2,20}$/u.test(code)) return { kind: 'padded', digits: code.length };
  const bare = code.replace(/"[^"]*"|\\.|\[[^[\]]*\]/gu, '');
  return /[ymdhs]/iu.test(bare) && !/[#?]|General/u.test(bare) ? { kind: 'date' } : plain;
};

/**
 * The form of each cell style, by its index, from the styles part. Throws `malformed` for more
 * styles than there can be.
 */
export const readNumberForms = (xml: string): readonly NumberForm[] => {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  let inCellStyles = false;
  scanXml(xml, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') inCellStyles = true;
      if (name !== 'xf' || !inCellStyles) return;
      const id = Number(attribute('numFmtId') ?? 0);
      forms.push(formOf(id, codes.get(id)));
      if (forms.length > maxStyles)
        throw new Unreadable('malformed', `the spreadsheet is damaged: it has more than ${maxStyles} cell styles`);
    },
    close: (name) => {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return forms;
};

/** A day count as an ISO date, with the time where there is one. */
const dateText = (days: number, from1904: boolean): string => {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const instant = new Date(start + Math.round(days * dayMs));
  if (Number.isNaN(instant.getTime())) return String(days);
  const text = instant.toISOString();
  return days % 1 === 0 ? text.slice(0, 10) : text.slice(0, 19);
};

/**
 * A stored number as its author sees it: the number itself, a date's text, or digits with leading
 * zeros.
 */
export const shownNumber = (value: number, form: NumberForm | undefined, from1904: boolean): string | number => {
  if (form?.kind === 'date' && value >= 0) return dateText(value, from1904);
  if (form?.kind === 'padded' && Number.isInteger(value) && value >= 0) return String(value).padStart(form.digits, '0');
  return Number(value.toPrecision(15));
};
