import type { Archive } from './archive.ts';
import { scanXml } from './xml-scan.ts';

/** A sheet as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
  /** The archive's part that holds it. */
  readonly part: string;
}

/** What a workbook says about its sheets and dates. */
export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  /** Days count from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** The text of a part; undefined where the archive has none. A mark at its start is dropped. */
export const partText = (archive: Archive, name: string): string | undefined =>
  archive
    .read(name)
    ?.toString('utf8')
    .replace(/^\ufeff/u, '');

const resolve = (base: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const steps = [...base.split('/').slice(0, -1)];
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
};

/**
 * The parts that a part refers to, by the id that it refers with; and by the last word of the kind.
 */
export interface Relations {
  readonly byId: ReadonlyMap<string, string>;
  readonly byKind: ReadonlyMap<string, string>;
}

/** Reads what a part refers to. References that lead out of the archive are left out. */
export const relationsOf = (archive: Archive, part: string): Relations => {
  const slash = part.lastIndexOf('/') + 1;
  const xml = partText(archive, `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  const byId = new Map<string, string>();
  const byKind = new Map<string, string>();
  scanXml(xml ?? '', {
    open: (name, attribute) => {
      const target = attribute('Target');
      if (name !== 'Relationship' || target === undefined || attribute('TargetMode') === 'External') return;
      byId.set(attribute('Id') ?? '', resolve(part, target));
      byKind.set(attribute('Type')?.split('/').at(-1) ?? '', resolve(part, target));
    },
    close: () => undefined,
  });
  return { byId, byKind };
};

/** Reads the list of sheets from the workbook's part. */
export const readWorkbook = (archive: Archive, part: string, relations: Relations): Workbook => {
  const sheets: SheetEntry[] = [];
  let from1904 = false;
  scanXml(partText(archive, part) ?? '', {
    open: (name, attribute) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/u.test(attribute('date1904') ?? '');
      const target = name === 'sheet' ? relations.byId.get(attribute('id') ?? '') : undefined;
      if (target === undefined || !/worksheets?\//iu.test(target)) return;
      const state = attribute('state');
      sheets.push({
        name: attribute('name') ?? '',
        hidden: state === 'hidden' || state === 'veryHidden',
        part: target,
      });
    },
    close: () => undefined,
  });
  return { sheets, from1904 };
};
