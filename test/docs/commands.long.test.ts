import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe } from 'vitest';
import { runsTheCommandsOf } from './commands.suite.ts';

/** The whole form: every page of the checkout that has commands. */

const root = join(import.meta.dirname, '../..');
const pages = execFileSync('git', ['grep', '-lE', '^ *```(sh|bash|console|shell)$', '--', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

describe('the pages', () => {
  runsTheCommandsOf(pages);
});
