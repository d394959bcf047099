import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { eventually } from '../support/eventually.ts';
import { isRunning } from '../support/processes.ts';
import { createJudge, type Judge } from './judge.ts';

const file = 'small.ts';
const tests = ['small.unit.test.ts'];
const source = 'export const isSmall = (n: number): boolean => n < 10;\nexport const unused = 1;\n';

let folder: string;
let root: string;
let loopFile: string;
let judge: Judge;

/** The program that never ends, and says first which process it runs in. */
const endless = (): string => `
  import { writeFileSync } from 'node:fs';
  writeFileSync(${JSON.stringify(loopFile)}, String(process.pid));
  for (;;);
  export const isSmall = (): boolean => true;`;

const loopingProcess = () =>
  eventually(async () => {
    const pid = Number(await readFile(loopFile, 'utf8'));
    return pid > 0 && pid;
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-judge-'));
  [root, loopFile] = [join(folder, 'checkout'), join(folder, 'loop.pid')];
  await Promise.all([mkdir(root), mkdir(join(folder, 'tmp'))]);
  const files = {
    '.gitignore': 'node_modules\n',
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': "export default { test: { include: ['*.unit.test.ts'], pool: 'forks', isolate: false } };\n",
    [file]: source,
    'small.unit.test.ts': `import { expect, it } from 'vitest';
      import { isSmall } from './small.ts';
      it('is small below ten', () => expect([9, 10].map(isSmall)).toEqual([true, false]));`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  await symlink(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['init', '--quiet', root]);
});

afterEach(async () => {
  judge?.close();
  await rm(loopFile, { force: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the judge of deliberate changes', () => {
  it('tells changes that a test notices from those that none does, one after the other', async () => {
    judge = createJudge(root);
    const verdictOn = (text: string) => judge.try({ file, text, tests });
    expect(await verdictOn(source.replace('n < 10', 'n <= 10'))).toEqual({ kind: 'failed', test: tests[0] });
    expect(await verdictOn(source.replace('unused = 1', 'unused = 2'))).toEqual({ kind: 'passed' });
    expect(await verdictOn('throw new Error("not even loaded");')).toEqual({ kind: 'failed', test: tests[0] });
    expect(await verdictOn(source)).toEqual({ kind: 'passed' });
    expect(await readFile(join(root, file), 'utf8')).toBe(source);
  });

  it('gives a change up whose tests take too long', async () => {
    judge = createJudge(root, { unitMs: 1, otherMs: 1, idleMs: 60_000 });
    expect(await judge.try({ file, text: endless(), tests })).toEqual({ kind: 'endless', test: tests[0] });
  });

  it('ends the process of a change that would never end', async () => {
    judge = createJudge(root);
    void judge.try({ file, text: endless(), tests });
    const pid = await loopingProcess();
    judge.close();
    await eventually(async () => !(await isRunning(pid)));
  });

  it('leaves no process and no copy behind when its owner is killed', async () => {
    const temporary = join(folder, 'tmp');
    const copies = async () => (await readdir(temporary)).filter((name) => name.startsWith('offerstream-mutation-'));
    const [test = ''] = tests;
    const owner = startChild(join(import.meta.dirname, 'judge-owner.ts'), root, temporary, file, endless(), test);
    const pid = await loopingProcess();
    expect(await copies()).toHaveLength(1);
    await owner.kill('SIGKILL');
    await eventually(async () => !(await isRunning(pid)));
    await eventually(async () => (await copies()).length === 0);
  });
});
