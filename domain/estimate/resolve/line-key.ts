import { hash } from 'node:crypto';
import { manufacturerKey, mpnKey } from '../../catalog/identity.ts';
import type { ParsedLine } from '../parse/parsed-bom.ts';
import { packageKeys } from './packages.ts';

const plain = (text: string | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * What a line says of its part, without quantity, designators, price and row: the same part in the
 * next file has the same key. A maker with a number says all by itself; a number alone says it
 * together with package and value; other lines are their whole text.
 */
const meaningOf = (line: ParsedLine): readonly string[] => {
  const [first] = line.parts;
  const number = mpnKey(first?.partNumber ?? '');
  const manufacturer = manufacturerKey(first?.manufacturer ?? '');
  if (number !== '' && manufacturer !== '') return ['maker and number', manufacturer, number];
  const packages = packageKeys(line.package ?? '');
  const outline = packages.length > 0 ? packages.join(' ') : plain(line.package);
  if (number !== '') return ['number', number, outline, plain(line.value)];
  const skus = line.skus.flatMap(({ sku, supplier }) => [plain(supplier), plain(sku)]);
  const texts = [plain(line.value), outline, plain(line.description), plain(line.notes)];
  return ['text', manufacturer, ...skus, ...(texts.every((text) => text === '') ? [plain(line.rawText)] : texts)];
};

/** The key under which a choice for the line is remembered: 32 hexadecimal digits. */
export const lineKey = (line: ParsedLine): string => hash('sha256', meaningOf(line).join('\u0000')).slice(0, 32);
