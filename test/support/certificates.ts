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
  /**
   * A certificate by this authority, for 127.0.0.1 or what else is named, such as `DNS:other.test`.
   */
  issue(name: string, subject?: string): Promise<TestCertificate>;
  remove(): Promise<void>;
}

/** A certificate with its key, in PEM, and the files that hold them. */
export interface TestCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly certFile: string;
  readonly keyFile: string;
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
    issue: async (name, subject = 'IP:127.0.0.1') => {
      const request = ['req', '-x509', ...newKey, '-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`];
      const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-addext', 'basicConstraints=critical,CA:FALSE'];
      const [certFile, keyFile] = [at(`${name}.pem`), at(`${name}.key`)];
      await openssl('openssl', [...request, ...signed, '-keyout', keyFile, '-out', certFile]);
      return { cert: await readFile(certFile), key: await readFile(keyFile), certFile, keyFile };
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
