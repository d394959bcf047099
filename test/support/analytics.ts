import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../storage/analytics/embedded-engine.ts';

/** Whether the embedded engine is installed: it is an optional dependency. */
export const hasEmbeddedEngine = ((): boolean => {
  try {
    import.meta.resolve('chdb');
    return true;
  } catch {
    return false;
  }
})();

/** An embedded engine on a folder of its own. */
export interface TestEngine {
  readonly engine: EmbeddedEngine;
  readonly folder: string;
  /** Closes it and removes the folder. */
  close(): Promise<void>;
}

/** Opens one; its process starts at the first use. */
export const testEngine = async (): Promise<TestEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-analytics-'));
  const engine = createEmbeddedEngine({ folder });
  return {
    engine,
    folder,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
