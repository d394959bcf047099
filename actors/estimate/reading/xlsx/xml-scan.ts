/**
 * Spreadsheet markup, one tag at a time. It reads the part of XML that spreadsheets are written in
 * and nothing else: a document type (and with it every entity of its own) is refused, so nothing
 * expands and nothing is fetched. Time and memory grow with the text's length only.
 */
import { Unreadable } from '../read-failure.ts';

/** An attribute's text by its local name; undefined where there is none. */
export type Attribute = (name: string) => string | undefined;

/** What a scan reports. Names come without their namespace prefix. */
export interface XmlHandler {
  readonly open: (name: string, attribute: Attribute) => void;
  readonly close: (name: string) => void;
  readonly text?: (text: string) => void;
}

const named: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const fromCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

/**
 * Text with the five named entities and numeric ones replaced; others, which only a document type
 * could define, stay.
 */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/giu, (whole, hex, decimal, name) => {
        if (hex !== undefined) return fromCode(Number.parseInt(hex, 16));
        if (decimal !== undefined) return fromCode(Number(decimal));
        return named.get(name) ?? whole;
      })
    : text;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const patterns = new Map<string, RegExp>();

const attributePattern = (name: string): RegExp => {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u');
  patterns.set(name, pattern);
  return pattern;
};

const attributeOf =
  (tag: string): Attribute =>
  (name) => {
    const found = attributePattern(name).exec(tag);
    const raw = found?.[1] ?? found?.[2];
    return raw === undefined ? undefined : unescaped(raw);
  };

const malformed = (): Unreadable => new Unreadable('malformed', 'the spreadsheet is damaged: its markup does not end');

/** The place behind a construct that ends with the given characters. */
const behind = (xml: string, ending: string, from: number): number => {
  const at = xml.indexOf(ending, from);
  if (at < 0) throw malformed();
  return at + ending.length;
};

const nameEnd = /[\s/>]/u;

const element = (tag: string, handler: XmlHandler): void => {
  if (tag.startsWith('/')) {
    handler.close(local(tag.slice(1).trim()));
    return;
  }
  const selfClosing = tag.endsWith('/');
  const end = tag.search(nameEnd);
  const name = local(end < 0 ? tag : tag.slice(0, end));
  handler.open(name, attributeOf(tag));
  if (selfClosing) handler.close(name);
};

/**
 * Scans a document. Throws `forbidden_markup` for a document type and `malformed` for a text that
 * ends within a tag.
 */
export const scanXml = (xml: string, handler: XmlHandler): void => {
  let at = xml.indexOf('<');
  while (at >= 0) {
    if (xml.startsWith('<!--', at)) at = behind(xml, '-->', at);
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = behind(xml, ']]>', at);
      handler.text?.(xml.slice(at + 9, end - 3));
      at = end;
    } else if (xml.startsWith('<!', at))
      throw new Unreadable('forbidden_markup', 'the spreadsheet defines entities of its own, which is not allowed');
    else if (xml.startsWith('<?', at)) at = behind(xml, '?>', at);
    else {
      const end = behind(xml, '>', at);
      element(xml.slice(at + 1, end - 1), handler);
      at = end;
    }
    const next = xml.indexOf('<', at);
    if (next > at) handler.text?.(unescaped(xml.slice(at, next)));
    at = next;
  }
};
