/**
 * TLS to PostgreSQL, opened here and not by the driver: postgres.js checks the certificate of a
 * server that is named by an IP address against the name `localhost`, and goes on when the server
 * says that it speaks no TLS.
 *
 * The files are read for each connection, so that a renewed certificate is shown from the next
 * connection on.
 */
import { readFile } from 'node:fs/promises';
import { isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { after } from '../../concurrency/delay.ts';
import type { ClientTlsFiles } from '../../domain/client-tls.ts';

/**
 * What a server is asked before TLS begins: the length of the message and the code of SSLRequest.
 */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Its answer when it speaks TLS: `S`. */
const willing = 0x53;

/** The time from the connection to the end of the handshake. */
const handshakeMs = 5_000;

/** A connection that could not be made safe. The text is for an operator. */
class TlsRefusal extends Error {
  readonly code = 'TLS_REFUSED';
}

const fileOf = async (setting: string, file: string | undefined): Promise<Buffer | undefined> => {
  if (file === undefined) return undefined;
  return readFile(file).catch((error: unknown) => {
    throw new TlsRefusal(`${setting}: the file cannot be read`, { cause: error });
  });
};

const readFiles = async ({ authorities, certificate, key }: ClientTlsFiles) => {
  const [ca, cert, ownKey] = await Promise.all([
    fileOf('DATABASE_CA_FILE', authorities),
    fileOf('DATABASE_CERT_FILE', certificate),
    fileOf('DATABASE_KEY_FILE', key),
  ]);
  // Absent and undefined differ: an absent authority means those of the system.
  return { ...(ca && { ca }), ...(cert && { cert }), ...(ownKey && { key: ownKey }) };
};

/** Resolves when the server is ready for TLS. */
const asked = (socket: Socket): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.once('close', () => reject(new TlsRefusal('the server closed the connection when it was asked for TLS')));
  socket.once('data', (answer) => {
    if (answer[0] !== willing) reject(new TlsRefusal('the server speaks no TLS, which DATABASE_URL asks for'));
    // Whatever came with the answer came in plain text, from anybody.
    else if (answer.length > 1) reject(new TlsRefusal('the server sent plain text before the handshake'));
    else resolve();
  });
  socket.write(sslRequest);
  return promise;
};

const shakenHands = (
  socket: Socket,
  host: string,
  files: Awaited<ReturnType<typeof readFiles>>,
): Promise<TLSSocket> => {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure = connect({
    socket,
    ...files,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  });
  const refuse = (error: Error & { code?: string }): void => reject(toRefusal(error));
  secure.once('error', refuse);
  secure.once('close', () => reject(new TlsRefusal('the server ended the handshake')));
  secure.once('secureConnect', () => resolve(secure));
  return promise;
};

const toRefusal = (error: Error & { readonly code?: string }): Error => {
  const code = error.code ?? '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new TlsRefusal("the server's certificate is for another host than DATABASE_URL names", { cause: error });
  }
  if (/CERT|SIGNATURE|ISSUER/.test(code) && !code.startsWith('ERR_SSL')) {
    return new TlsRefusal(`the server's certificate is not one of DATABASE_CA_FILE: ${error.message}`, {
      cause: error,
    });
  }
  if (code.startsWith('ERR_')) return new TlsRefusal(`the handshake failed: ${error.message}`, { cause: error });
  return error;
};

/**
 * A socket that fails with the error when it is written to. The driver forgets a connection whose
 * socket never came, and never writes again on one whose socket closed before the first write had
 * gone out.
 */
const failing = (error: unknown): Socket =>
  new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => done(error instanceof Error ? error : new Error(String(error))),
  }) as Socket;

/**
 * The connection inside TLS, over one to `host` that may still be opening. Never rejects: it is a
 * socket that fails.
 */
export const overTls = async (socket: Socket, host: string, files: ClientTlsFiles): Promise<Socket> => {
  // Between two steps there is no other listener, and an error without a listener ends the process.
  socket.on('error', () => undefined);
  const stopWaiting = after(handshakeMs, () => socket.destroy(new TlsRefusal('the handshake took too long')));
  try {
    const [read] = await Promise.all([readFiles(files), asked(socket)]);
    return await shakenHands(socket, host, read);
  } catch (error) {
    socket.destroy();
    return failing(error);
  } finally {
    stopWaiting();
  }
};
