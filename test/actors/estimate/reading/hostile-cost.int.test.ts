import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startChild } from '../../../support/child.ts';
import { hostileContainerNames, hostileDocument } from '../../../support/hostile-documents.ts';

it('no hostile container takes 2 s of processor time, or 200 MB', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    const paths = hostileContainerNames.map((name, at) => {
      const path = join(folder, String(at));
      writeFileSync(path, hostileDocument(name).bytes);
      return path;
    });
    const child = startChild(join(import.meta.dirname, 'hostile-cost-process.ts'), ...paths);
    for (const name of hostileContainerNames) {
      const [ms = Number.NaN, mib = Number.NaN] = (await child.nextLine()).split(' ').map(Number);
      expect.soft(ms, name).toBeLessThan(2_000);
      expect.soft(mib, name).toBeLessThan(200);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
