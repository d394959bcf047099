import type { Document } from '../../../domain/estimate/parse/document.ts';
import type { ReadLimits } from './limits.ts';
import { isOds, readOds } from './markup/read-ods.ts';
import { Unreadable } from './read-failure.ts';
import { type Archive, openArchive } from './xlsx/archive.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const nested = /\.(?:zip|xlsx|xlsm|xlsb|docx|pptx|jar|7z|rar|gz|tar|ods)$/iu;

/** Parts that no list of parts needs and that do harm elsewhere. */
const refuse = ({ names }: Archive): void => {
  if (names.some((name) => /vbaProject\.bin$/iu.test(name)))
    throw new Unreadable('macros', 'the spreadsheet holds macros; save it as a workbook without macros (.xlsx)');
  if (names.some((name) => nested.test(name)))
    throw new Unreadable('nested_archive', 'the file holds another archive; send the spreadsheet itself');
  if (names.some((name) => /^xl\/externalLinks\//iu.test(name)))
    throw new Unreadable(
      'external_links',
      'the spreadsheet refers to other files; break the links (keep the values) and save it again',
    );
};

/** Reads an archive that is a spreadsheet: Office Open XML or OpenDocument. */
export const readArchive = (bytes: Uint8Array, limits: ReadLimits): Document => {
  const archive = openArchive(bytes, limits);
  refuse(archive);
  return isOds(archive) ? readOds(archive, limits) : readXlsx(archive, limits);
};
