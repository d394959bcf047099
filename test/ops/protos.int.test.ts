import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The contract compiles for languages that have words and rules of their own for packages. */

const root = join(import.meta.dirname, '../..');
const protos = readdirSync(join(root, 'proto/svc/public/v1')).map((name) => `svc/public/v1/${name}`);

let out: string;

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'protos-'));
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

it.each([
  ['java', 'offerstream/api/v1/Product.java', /^package offerstream\.api\.v1;/m],
  ['csharp', 'Catalog.cs', /^namespace Offerstream\.Api\.V1 \{/m],
  ['python', 'svc/public/v1/catalog_pb2.py', /^# source: svc\/public\/v1\/catalog\.proto$/m],
] as const)('protoc makes %s of it', (language, file, expected) => {
  const folder = join(out, language);
  mkdirSync(folder);
  execFileSync('protoc', ['-I', 'proto', `--${language}_out=${folder}`, ...protos], { cwd: root, stdio: 'pipe' });
  expect(readFileSync(join(folder, file), 'utf8')).toMatch(expected);
});

it('Go finds one import path for all of it', () => {
  const described = join(out, 'set.binpb');
  execFileSync('protoc', ['-I', 'proto', `--descriptor_set_out=${described}`, ...protos], { cwd: root, stdio: 'pipe' });
  const text = execFileSync(
    'protoc',
    ['--decode=google.protobuf.FileDescriptorSet', 'google/protobuf/descriptor.proto'],
    {
      input: readFileSync(described),
      encoding: 'utf8',
    },
  );
  const paths = [...text.matchAll(/go_package: "([^"]+)"/g)].map(([, path]) => path);
  expect(paths).toEqual(protos.map(() => 'offerstream/api/v1;apiv1'));
});
