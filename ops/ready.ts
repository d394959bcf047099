/**
 * Whether the service in this container is ready: `node ops/ready.ts` asks its own `/readyz`, or
 * the path that it is given, and ends with 0 when the answer is 200, otherwise with 1. With
 * `TLS_CERT_FILE` it asks over TLS, takes that very certificate and no other for the service's,
 * whatever name is in it, and shows it where clients need one.
 */
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

const [path = '/readyz'] = process.argv.slice(2);
const { HTTP_PORT = '8080', HOST = '', TLS_CERT_FILE = '', TLS_KEY_FILE = '' } = process.env;

const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const target = { host, port: Number(HTTP_PORT), path, timeout: 2_500 };

const ask = () => {
  if (TLS_CERT_FILE === '') return getPlain(target);
  const certificate = readFileSync(TLS_CERT_FILE);
  return getSecure({
    ...target,
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: () => undefined,
    cert: certificate,
    key: readFileSync(TLS_KEY_FILE),
  });
};

const request = ask();
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
