import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Installs the packages of a peer that has a folder of its own here, exactly as its lock file says
 * and without their scripts. Throws where npm fails.
 */
export const installPeer = (name: string): void => {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--ignore-scripts', '--silent', '--no-audit', '--no-fund'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) throw new Error(`the packages of ${name} cannot be installed`, { cause: error });
};
