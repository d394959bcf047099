import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What the package needs of others; npm installs these and no others beside it. */
export const installed: readonly string[] = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.optionalDependencies),
];

/**
 * Packs the service and unpacks it into a folder, as npm does, beside links to what it depends on.
 * Resolves with the folder of the package.
 */
export const installPacked = async (folder: string): Promise<string> => {
  const staged = join(folder, 'staged');
  const modules = join(folder, 'node_modules');
  const home = join(modules, manifest.name);
  await Promise.all([mkdir(staged), mkdir(home, { recursive: true })]);
  for (const part of ['package.json', 'bin', 'ops/roles.sql', 'README.md', 'LICENSE'])
    await cp(join(root, part), join(staged, part), { recursive: true });
  await run(process.execPath, [join(root, 'ops/build.ts'), '--out', join(staged, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent', staged], { cwd: folder });
  await run('tar', ['-xzf', stdout.trim(), '-C', home, '--strip-components=1'], { cwd: folder });
  for (const name of installed) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  return home;
};
