import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate authority of a test's own. */
export interface TestAuthority {
  /** Its certificate in PEM, and the file that holds it. */
  readonly certificate: Buffer;
  readonly file: string;
  /** A certificate for 127.0.0.1 by this authority. */
  issue(name: string): Promise<TestCertificate>;
  remove(): Promise<void>;
}

/** A certificate with its key, in PEM. */
export interface TestCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const openssl = promisify(execFile);

/** Elliptic keys take milliseconds to make, where RSA takes half a second. */
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** Makes an authority. */
export const testAuthority = async (): Promise<TestAuthority> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-certificates-'));
  const at = (name: string): string => join(folder, name);
  await openssl('openssl', [
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=ca',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  ]);
  return {
    certificate: await readFile(at('ca.pem')),
    file: at('ca.pem'),
    issue: async (name) => {
      const request = ['req', '-x509', ...newKey, '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
      const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', 'basicConstraints=critical,CA:FALSE'];
      await openssl('openssl', [...request, ...signed, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)]);
      return { cert: await readFile(at(`${name}.pem`)), key: await readFile(at(`${name}.key`)) };
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
