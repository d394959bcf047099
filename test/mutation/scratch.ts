import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A copy of the checkout in which one file at a time is changed. */
export interface Scratch {
  /** Whether some test fails with this text in the place of the file's. */
  isNoticed(file: string, text: string, tests: readonly string[]): Promise<boolean>;
  remove(): void;
}

/** A changed program may never end; that is noticed too. */
const mostMs = 240_000;

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
    isNoticed: async (file, text, tests) => {
      const original = readFileSync(join(folder, file), 'utf8');
      write(file, text);
      try {
        return !(await passes(folder, tests));
      } finally {
        write(file, original);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Whether these tests pass. A run without an end does not. */
const passes = (folder: string, tests: readonly string[]): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    // The folder is new every time, and so would be all that the cache of modules keeps of it.
    const options = ['--bail', '1', '--maxWorkers', '1', '--no-fsModuleCache'];
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
    });
    const timer = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), mostMs);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
