import { looksLikeDesignators } from './designators.ts';
import { isKnownManufacturer, isKnownSupplier } from './known-names.ts';
import { withoutCurrency } from './numbers.ts';

/**
 * What the text of a cell looks like, whatever its column is called. One cell can be several kinds.
 */
export type CellKind =
  | 'integer'
  | 'quantity'
  | 'price'
  | 'designators'
  | 'part_number'
  | 'value'
  | 'package'
  | 'sku'
  | 'link'
  | 'yes_no'
  | 'words'
  | 'prose'
  | 'letters'
  | 'maker'
  | 'supplier';

const usualPrefix =
  /^(?:R|RN|RV|RP|C|CE|L|D|LED|DS|Q|T|TR|U|IC|J|JP|P|CN|CON|X|XT|Y|K|RL|S|SW|F|FB|TP|H|MH|M|BT|BAT|ANT|B|BZ|LS|E|A|FL|TH|VR|ZD|USB|OK|PL|SK|MK|VT|VD|DA|DD)\d{1,4}/u;

const placeholders = /^(?:[-–—]+|n\/?a|none|unknown|tbd|\?+|\.+|x)$/iu;

/** A cell that says nothing: empty, a dash, `n/a`, `unknown`. */
export const isPlaceholder = (text: string): boolean => text === '' || placeholders.test(text);

const isLink = (text: string): boolean => /^(?:https?:\/\/|www\.)\S+/iu.test(text);

/** The value of a potentiometer with the letter of its taper in front: `B100K`. */
const isTapered = (text: string): boolean => /^[ABCW]\d{1,4}[kKM]\d?$/u.test(text);

const isValue = (text: string): boolean =>
  isTapered(text) ||
  (/^[~±]?\d+(?:[.,]\d+)?\s?(?:[pnuµμmkKMG]?(?:F|H|Ω|Ω|R|V|A|W|Hz|ohm|Ohm|OHM)?|[pnuµμkKMR]\d+)(?:[\s,/].*)?$/u.test(
    text,
  ) &&
    /[\p{L}Ω]/u.test(text));

const isPackage = (text: string): boolean =>
  /^(?:[RCLD]_?)?(?:01005|0201|0402|0603|0805|1206|1210|1812|2010|2512|2220)(?:\D.*)?$/iu.test(text) ||
  /^(?:SOT|SOD|SOIC|SOP|SSOP|TSSOP|MSOP|SO|DIP|PDIP|QFN|VQFN|DFN|TQFP|LQFP|QFP|BGA|TO|DO|SMA|SMB|SMC|DPAK|D2PAK|SC|PLCC|HC|MELF)-?\d*(?:-\d+)?$/iu.test(
    text,
  ) ||
  /^[A-Z]\w+:\w+$/u.test(text);

const isSku = (text: string): boolean =>
  /^C\d{3,9}$/u.test(text) || /-(?:ND|1-ND|2-ND|6-ND)$/u.test(text) || /^\d{2,3}-[A-Z0-9][\w./+-]{3,}$/u.test(text);

/**
 * Letters and digits in one word, as makers write part numbers; values, packages and designators
 * are none.
 */
const isPartNumber = (text: string): boolean =>
  /^[A-Z0-9][A-Z0-9\-./+#,_()]{3,39}(?: [A-Z0-9\-./]{1,12})?$/iu.test(text) &&
  /\p{L}/u.test(text) &&
  (text.match(/\d/gu)?.length ?? 0) >= 2 &&
  !isValue(text) &&
  !isPackage(text) &&
  !isLink(text);

const isPrice = (text: string): boolean => {
  const bare = withoutCurrency(text);
  return bare !== text ? /^\d/u.test(bare) : /^\d+[.,]\d+$/u.test(text);
};

/** Two letters, something between words, and two letters in the word behind. */
const twoWords = /\p{L}{2}[\s,/-]+(?=[^\s,/-])\S*\p{L}{2}/u;

/** `x2`: twice, no designator. */
const times = /^[x×]\s?\d{1,5}$/u;

/** Four words. */
const prose = /(?<!\p{L})(?:\p{L}{2,}[\s,.;:]{1,4}){3}\p{L}{2}/u;

/** Characters that a name of a company has at most. */
const longestName = 60;

const tests: Readonly<Record<CellKind, (text: string) => boolean>> = {
  integer: (text) => /^\d{1,6}(?:\.0+)?$/u.test(text),
  quantity: (text) =>
    (/^(?:\d{1,6}|\(\d+\))(?:[.,]\d{1,3})?\s*(?:\p{L}{1,6}\.?|[x×])?$/u.test(text) && !/^\d+[pnuµk]\w?$/u.test(text)) ||
    times.test(text),
  price: isPrice,
  designators: (text) =>
    !times.test(text) &&
    !isTapered(text) &&
    looksLikeDesignators(text) &&
    (usualPrefix.test(text.toUpperCase()) ||
      /[,\s]/u.test(text) ||
      /^[A-Z]{1,4}\d{1,2}(?:_[A-Z\d]{1,4})?$/u.test(text)),
  part_number: (text) => isPartNumber(text) && !(looksLikeDesignators(text) && usualPrefix.test(text.toUpperCase())),
  value: isValue,
  package: isPackage,
  sku: isSku,
  link: isLink,
  yes_no: (text) => /^(?:yes|no|true|false|y|n|x|ja|nein|wahr|falsch|oui|non|да|нет|是|否|dnp|dnf|dni)$/iu.test(text),
  prose: (text) => text.length > 60 || prose.test(text),
  letters: (text) => /^[\p{L}\s.&'-]+$/u.test(text),
  maker: (text) => text.length <= longestName && isKnownManufacturer(text),
  supplier: (text) => text.length <= longestName && isKnownSupplier(text),
  words: (text) => twoWords.test(text) || /\p{Script=Han}{2,}/u.test(text),
};

/** Every kind of cell, in no particular order of weight. */
export const cellKinds = Object.keys(tests) as readonly CellKind[];

/** Whether a cell's text, blanks at its ends taken off, looks like the kind. */
export const isKind = (kind: CellKind, text: string): boolean => tests[kind](text);
