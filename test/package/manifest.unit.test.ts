import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** Runs what npm runs at the end of an installation, as another version of Node would. */
const prepareOn = (version: string) => {
  const [, program = ''] = /^node -e "(.*)"$/.exec(manifest.scripts.prepare) ?? [];
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`;
  return promisify(execFile)(process.execPath, ['-e', pretend + program]);
};

it('an installation without Node 24 fails, and says what to do', async () => {
  await expect(prepareOn('20.19.0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This is Node 20\.19\.0: .* Run npm ci without --omit=optional/),
  });
  await expect(prepareOn(process.versions.node)).resolves.toMatchObject({ stderr: '' });
});
