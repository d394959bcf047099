/** What is measured of one file and of all of them. */
import { commentAndCodeLines, shellCommentLines, sqlCommentLines, tooWide } from './comments.ts';
import { dataOf } from './data.ts';
import { type FunctionLength, functionsOf } from './functions.ts';
import { type Fan, fans, type Import, importsOf } from './imports.ts';
import { type MutualPair, mutualPairs } from './rooms.ts';
import { parseSource } from './syntax.ts';

/** What is measured of one file. */
export interface FileMeasure {
  readonly file: string;
  readonly lines: number;
  /** Lines with code on them: neither blank nor comment alone. */
  readonly codeLines: number;
  readonly isData: boolean;
  readonly functions: readonly FunctionLength[];
  readonly imports: readonly Import[];
  /** Lines with a comment that are too wide, from 1. */
  readonly wideComments: readonly number[];
}

/** The widest line with a comment, in characters. */
export const maxCommentColumns = 100;

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const measureScript = (file: string, text: string, comments: ReadonlySet<number>): FileMeasure => ({
  file,
  lines: lineCount(text),
  codeLines: text.split('\n').filter((line, index) => line.trim() !== '' && !comments.has(index + 1)).length,
  isData: false,
  functions: [],
  imports: [],
  wideComments: tooWide(text, comments, maxCommentColumns),
});

/** Measures one file by the ending of its name: `.sql`, `.sh`, and all others as TypeScript. */
export const measureFile = (file: string, text: string): FileMeasure => {
  if (file.endsWith('.sql')) return measureScript(file, text, sqlCommentLines(text));
  if (file.endsWith('.sh')) return measureScript(file, text, shellCommentLines(text));
  const source = parseSource(file, text);
  const { comment, code } = commentAndCodeLines(source);
  const isData = dataOf(source);
  return {
    file,
    lines: lineCount(text),
    codeLines: code.size,
    isData: isData(0, Buffer.byteLength(text)),
    functions: functionsOf(source, isData),
    imports: importsOf(source),
    wideComments: tooWide(text, comment, maxCommentColumns),
  };
};

/** Files and lines of one folder at the top. */
export interface FolderMeasure {
  readonly folder: string;
  readonly files: number;
  readonly lines: number;
  readonly codeLines: number;
}

/** What is measured of the whole source. */
export interface Measures {
  readonly folders: readonly FolderMeasure[];
  readonly total: FolderMeasure;
  readonly functions: number;
  /** Functions of more than 50 lines, the longest first; data and logic. */
  readonly longFunctions: readonly FunctionLength[];
  /** Files of more than 400 lines, the longest first; data and logic. */
  readonly longFiles: readonly Pick<FileMeasure, 'file' | 'lines' | 'isData'>[];
  readonly fansOfFiles: readonly Fan[];
  /** By the folder in which a file lies. */
  readonly fansOfRooms: readonly Fan[];
  /** Files that exactly one other imports. */
  readonly importedOnce: readonly string[];
  readonly mutual: readonly MutualPair[];
}

const sum = (folder: string, files: readonly FileMeasure[]): FolderMeasure => ({
  folder,
  files: files.length,
  lines: files.reduce((total, { lines }) => total + lines, 0),
  codeLines: files.reduce((total, { codeLines }) => total + codeLines, 0),
});

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/') || '.';

const topOf = (file: string): string => folderOf(file).split('/')[0] ?? '.';

/** Measures the hand-written source. Imports of files that are not among these are left out. */
export const measure = (files: readonly FileMeasure[]): Measures => {
  const known = new Set(files.map(({ file }) => file));
  const imports = files.flatMap((each) => each.imports).filter(({ to }) => known.has(to));
  const functions = files.flatMap((each) => each.functions);
  const fansOfFiles = fans(imports, (file) => file);
  const tops = [...new Set(files.map(({ file }) => topOf(file)))].sort();
  return {
    folders: tops.map((top) =>
      sum(
        top,
        files.filter(({ file }) => topOf(file) === top),
      ),
    ),
    total: sum('all', files),
    functions: functions.length,
    longFunctions: functions.filter(({ lines }) => lines > 50).sort((one, other) => other.lines - one.lines),
    longFiles: files
      .filter(({ lines }) => lines > 400)
      .map(({ file, lines, isData }) => ({ file, lines, isData }))
      .sort((one, other) => other.lines - one.lines),
    fansOfFiles,
    fansOfRooms: fans(imports, folderOf),
    importedOnce: fansOfFiles.filter((fan) => fan.in === 1).map(({ name }) => name),
    mutual: mutualPairs(imports),
  };
};

/** What a structure within its limits does not have: each breach in a line of text. */
export const breaches = ({ longFunctions, longFiles, mutual }: Measures): readonly string[] => {
  const logic = longFunctions.filter(({ isData }) => !isData);
  const tooLong = logic.filter(({ lines }) => lines > 80);
  return [
    ...tooLong.map(({ file, line, name, lines }) => `${file}:${line} ${name} has ${lines} lines, more than 80`),
    ...(logic.length > 10 ? [`${logic.length} functions have more than 50 lines, more than 10`] : []),
    ...longFiles
      .filter(({ isData }) => !isData)
      .map(({ file, lines }) => `${file}:1 the file has ${lines} lines, more than 400`),
    ...mutual.map(({ rooms, there, back }) => {
      const files = [...there, ...back].map(({ from, to }) => `${from} -> ${to}`).join(', ');
      return `${rooms.join(' and ')} import each other: ${files}`;
    }),
  ];
};
