/**
 * `judge-process.ts ROOT`, started by `judge.ts`: tries changes in a copy of the checkout, one
 * after the other, with one Vitest that stays. What it has compiled once it does not compile again;
 * every change is tried in a new process of tests.
 *
 * It leads a process group of its own, and ends with all of it when its parent is gone.
 */
import { join } from 'node:path';
import { BaseSequencer, createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { createScratch } from './scratch.ts';

/** A change, and the tests that are to tell it. */
export interface Question {
  readonly file: string;
  /** The file's text with the change. */
  readonly text: string;
  /** Tried in this order, until one fails. */
  readonly tests: readonly string[];
}

/** What the process says. */
export type Word =
  | { readonly kind: 'ready'; readonly folder: string }
  | { readonly kind: 'started'; readonly test: string }
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly test: string };

const root = process.argv[2] ?? '.';
const scratch = createScratch(root);
process.chdir(scratch.folder);

const say = (word: Word): void => {
  process.send?.(word);
};

process.once('disconnect', () => {
  scratch.remove();
  process.kill(-process.pid, 'SIGKILL');
});

let failed: string[] = [];
let current = '';

const nameOf = ({ moduleId }: TestModule): string => moduleId.slice(scratch.folder.length + 1);

const listener: Reporter = {
  onTestModuleQueued: (module) => {
    current = nameOf(module);
    say({ kind: 'started', test: current });
  },
  onTestModuleEnd: (module) => {
    if (module.state() === 'failed') failed.push(nameOf(module));
  },
};

/** Keeps the order of the question. */
class AsAsked extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

const vitest = await createVitest('test', {
  root: scratch.folder,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [listener],
  sequence: { sequencer: AsAsked },
  // The folder is new every time, and so would be all that the cache of modules keeps of it.
  fsModuleCache: false,
});
const specifications = await vitest.globTestSpecifications();
const byName = new Map(specifications.map((each) => [each.moduleId.slice(scratch.folder.length + 1), each]));

const judge = async ({ file, text, tests }: Question): Promise<Word> => {
  const path = join(scratch.folder, file);
  const asked = tests.flatMap((test) => byName.get(test) ?? []);
  return scratch.withChange(file, text, async () => {
    failed = [];
    current = '';
    vitest.invalidateFile(path);
    const { unhandledErrors } = await vitest.runTestSpecifications(asked).finally(() => vitest.invalidateFile(path));
    const [test = unhandledErrors.length > 0 ? current : undefined] = failed;
    return test === undefined ? { kind: 'passed' } : { kind: 'failed', test };
  });
};

process.on('message', (question: Question) => {
  judge(question).then(say, (error: unknown) => {
    throw error;
  });
});
say({ kind: 'ready', folder: scratch.folder });
