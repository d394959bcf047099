import { readFile } from 'node:fs/promises';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { createSecureContext } from 'node:tls';
import { Client, credentials } from '@grpc/grpc-js';
import type { Config } from '../config/config.ts';

/**
 * Whether the service of a configuration answers at its ports. With TLS its own certificate is the
 * one that is trusted, whatever name is in it, and is shown where clients need one.
 */

type Where = Pick<Config, 'host' | 'httpPort' | 'grpcPort' | 'tls'>;

const timeoutMs = 1_000;

const hostOf = ({ host }: Where): string => (['', '0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

const trustOf = async ({ certificate, key }: NonNullable<Where['tls']>) => {
  const cert = await readFile(certificate);
  return { ca: cert, cert, key: await readFile(key), allowPartialTrustChain: true };
};

const anyName = { checkServerIdentity: () => undefined };

/** Whether it says over HTTP that it lives. */
export const answersHttp = async (where: Where): Promise<boolean> => {
  const trust = where.tls && (await trustOf(where.tls));
  const target = { host: hostOf(where), port: where.httpPort, path: '/healthz', timeout: timeoutMs };
  return new Promise((resolve) => {
    const request = trust ? getSecure({ ...target, ...trust, ...anyName }) : getPlain(target);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
};

/** Whether it answers the health check of gRPC, whatever it says. */
export const answersGrpc = async (where: Where): Promise<boolean> => {
  const trust = where.tls && (await trustOf(where.tls));
  const channel = trust
    ? credentials.createFromSecureContext(createSecureContext(trust), anyName)
    : credentials.createInsecure();
  const host = hostOf(where);
  const client = new Client(`${host.includes(':') ? `[${host}]` : host}:${where.grpcPort}`, channel);
  const asIs = (bytes: Buffer): Buffer => bytes;
  try {
    return await new Promise((resolve) => {
      const deadline = Date.now() + timeoutMs;
      const check = '/grpc.health.v1.Health/Check';
      client.makeUnaryRequest(check, asIs, asIs, Buffer.alloc(0), { deadline }, (error) => resolve(error === null));
    });
  } finally {
    client.close();
  }
};
