/** The measures as a page of text. */
import type { Measures } from './measure.ts';

const section = (title: string, lines: readonly string[]): string =>
  `\n${title}\n${lines.map((each) => `  ${each}\n`).join('')}`;

const row = (name: string, ...numbers: readonly number[]): string =>
  name.padEnd(44) + numbers.map((each) => String(each).padStart(8)).join('');

/** The rooms and files with the largest fan-in and fan-out that are shown. */
const shownFans = 15;

/** Writes the measures for a person to read. */
export const report = (measures: Measures): string => {
  const { folders, total, functions, longFunctions, longFiles, fansOfFiles, fansOfRooms, importedOnce, mutual } =
    measures;
  const logic = longFunctions.filter(({ isData }) => !isData);
  const shown = ({ file, line, name, lines }: (typeof longFunctions)[number]): string =>
    `${String(lines).padStart(5)}  ${file}:${line} ${name}`;
  const files = (isData: boolean): readonly string[] =>
    longFiles
      .filter((each) => each.isData === isData)
      .map(({ file, lines }) => `${String(lines).padStart(5)}  ${file}`);
  const largest = (fans: Measures['fansOfFiles'], way: 'in' | 'out'): readonly string[] =>
    [...fans]
      .sort((one, other) => other[way] - one[way])
      .slice(0, shownFans)
      .map((fan) => row(fan.name, fan.in, fan.out));
  return [
    section('folder: files, lines, lines of code', [
      ...[...folders, total].map((each) => row(each.folder, each.files, each.lines, each.codeLines)),
    ]),
    section('functions', [
      row('all', functions),
      row('over 80 lines', logic.filter(({ lines }) => lines > 80).length),
      row('over 50 lines', logic.length),
      row('over 50 lines, data', longFunctions.length - logic.length),
    ]),
    section('functions over 50 lines', logic.map(shown)),
    section('functions over 50 lines, data', longFunctions.filter(({ isData }) => isData).map(shown)),
    section('files over 400 lines', files(false)),
    section('files over 400 lines, data', files(true)),
    section('files with most importers: in, out', largest(fansOfFiles, 'in')),
    section('files with most imports: in, out', largest(fansOfFiles, 'out')),
    section('rooms with most importers: in, out', largest(fansOfRooms, 'in')),
    section('rooms with most imports: in, out', largest(fansOfRooms, 'out')),
    section('files with one importer', [String(importedOnce.length)]),
    section(
      `rooms that import each other: ${mutual.length}`,
      mutual.flatMap(({ rooms, there, back }) => [
        rooms.join(' and '),
        ...[...there, ...back].map(({ from, to }) => `  ${from} -> ${to}`),
      ]),
    ),
  ].join('');
};
