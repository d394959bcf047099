import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksNotRun, commandsNotRun } from './not-run.ts';
import { commandBlocks, readCommands } from './read-commands.ts';

const root = join(import.meta.dirname, '../..');

it('finds the commands of a page in order, those in lists too, and nothing else', () => {
  const page = 'text\n```sh\na\n```\n```json\n{}\n```\n1. list\n\n   ```bash\n   b\n   c\n   ```\n';
  expect(commandBlocks('page.md', page)).toEqual([
    { page: 'page.md', line: 3, text: 'a\n' },
    { page: 'page.md', line: 11, text: 'b\nc\n' },
  ]);
});

it('lists no block that its page does not have, and no test that there is not', async () => {
  for (const { page, command } of blocksNotRun)
    expect((await readCommands(root, page)).map(({ text }) => text.startsWith(command))).toContain(true);
  for (const { runBy } of [...blocksNotRun, ...commandsNotRun])
    if (runBy !== undefined) expect(existsSync(join(root, runBy)), runBy).toBe(true);
});
