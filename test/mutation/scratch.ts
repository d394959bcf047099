import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the checkout in which one file at a time is changed. */
export interface Scratch {
  readonly folder: string;
  /** Runs `work` with this text in the place of the file's. */
  withChange<Result>(file: string, text: string, work: () => Promise<Result>): Promise<Result>;
  remove(): void;
}

/** Copies the files of the checkout by hard links. */
export const createScratch = (root: string): Scratch => {
  const folder = mkdtempSync(join(tmpdir(), 'offerstream-mutation-'));
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  execFileSync('xargs', ['-0', 'cp', '-al', '--parents', '-t', folder], { cwd: root, input: files });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  const write = (file: string, text: string): void => {
    // Without the link: the checkout keeps its own.
    rmSync(join(folder, file));
    writeFileSync(join(folder, file), text);
  };

  return {
    folder,
    withChange: async (file, text, work) => {
      const original = readFileSync(join(folder, file), 'utf8');
      write(file, text);
      try {
        return await work();
      } finally {
        write(file, original);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
