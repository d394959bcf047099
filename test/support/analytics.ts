import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isEngineInstalled } from '../../storage/analytics/embedded/engine-library.ts';
import {
  createEmbeddedEngine,
  type EmbeddedEngine,
  type EngineLimits,
} from '../../storage/analytics/embedded-engine.ts';

/** Whether tests of the embedded engine can run: `npm run setup` installs it. */
export const hasEmbeddedEngine = isEngineInstalled();

/** An embedded engine on a folder of its own. */
export interface TestEngine {
  readonly engine: EmbeddedEngine;
  readonly folder: string;
  /** Closes it and removes the folder. */
  close(): Promise<void>;
}

/** Opens one; its process starts at the first use. */
export const testEngine = async (limits?: EngineLimits): Promise<TestEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-analytics-'));
  const engine = createEmbeddedEngine({ folder, ...(limits && { limits }) });
  return {
    engine,
    folder,
    close: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
