import { expect, test } from 'vitest';
import { databaseUrlFault, readDatabaseUrl, withTlsFiles } from '../../domain/database-url.ts';

const plain = 'postgres://us:pw@db:5432/offers';
const none = { authorities: undefined, certificate: undefined, key: undefined };

test('an address without a word of TLS is plain text, and stays as it was written', () => {
  expect(readDatabaseUrl(plain)).toEqual({ url: plain, tls: undefined });
  expect(readDatabaseUrl(`${plain}?sslmode=disable`)).toEqual({ url: plain, tls: undefined });
  expect(withTlsFiles(plain, none)).toBe(plain);
});

test.each(['require', 'verify-ca', 'verify-full'])('sslmode=%s means that chain and host are verified', (mode) => {
  const url = `${plain}?options=-csearch_path%3Doffers&sslmode=${mode}`;
  expect(readDatabaseUrl(url)).toEqual({ url: `${plain}?options=-csearch_path%3Doffers`, tls: none });
});

test('certificates ask for TLS, and the driver sees none of their words', () => {
  const url = withTlsFiles(plain, { authorities: '/etc/a b.pem', certificate: '/etc/c.pem', key: '/etc/c.key' });
  expect(readDatabaseUrl(url)).toEqual({
    url: plain,
    tls: { authorities: '/etc/a b.pem', certificate: '/etc/c.pem', key: '/etc/c.key' },
  });
  expect(readDatabaseUrl(`${plain}?sslrootcert=system`).tls).toEqual(none);
});

test.each([
  ['sslmode=prefer', 'other modes fall back'],
  ['sslmode=allow', 'other modes fall back'],
  ['sslmode=no', 'other modes fall back'],
  ['ssl=true', 'sslmode=verify-full instead of ssl'],
  ['sslcert=a', 'sslcert and sslkey together'],
  ['sslmode=disable&sslrootcert=a', 'sslmode=verify-full where certificates are given'],
])('%s is refused', (parameters, expected) => {
  expect(databaseUrlFault(`${plain}?${parameters}`)).toContain(expected);
  expect(() => readDatabaseUrl(`${plain}?${parameters}`)).toThrow(expected);
});
