/**
 * The certificate, its key and the authorities of clients' certificates that both ports use.
 *
 * The files are looked at again and again, since certificates are renewed while the service runs:
 * when all of them fit together they are in use for every connection from then on, and those that
 * exist go on. Files that cannot be read or do not fit, as when only one of two has been replaced
 * yet: what was in use goes on, and the next look may find them whole.
 */
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { startPeriodic } from '../../concurrency/periodic.ts';

/** Where the files are, in PEM. */
export interface TlsFiles {
  /** The certificate and those between it and its root. */
  readonly certificate: string;
  readonly key: string;
  /** Who must have signed a client's certificate; undefined: clients need none. */
  readonly clientAuthorities: string | undefined;
}

/** What the files hold. */
export interface TlsMaterial {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer | undefined;
}

/** Certificates in use. */
export interface Certificates {
  current(): TlsMaterial;
  /** Calls back after each change. Returns how to stop. */
  onChange(listener: (material: TlsMaterial) => void): () => void;
  /** Waits for a reload that is running. */
  stop(): Promise<void>;
}

/** How certificates are kept. */
export interface CertificatesOptions {
  readonly files: TlsFiles;
  readonly everyMs: number;
  readonly onReloaded: () => void;
  /** Told once for each change that cannot be used. */
  readonly onFailed: (error: unknown) => void;
}

/** The longest that reading the files may take: they may lie on a file system that hangs. */
const lookDeadlineMs = 10_000;

/** Reads the files and watches them. Rejects when they cannot be used now. */
export const openCertificates = async (options: CertificatesOptions): Promise<Certificates> => {
  const { files, everyMs, onReloaded, onFailed } = options;
  const listeners = new Set<(material: TlsMaterial) => void>();
  let material = checked(await read(files));
  let lastFailure = '';

  const reloadIfChanged = async (signal: AbortSignal): Promise<void> => {
    try {
      const found = await read(files);
      if (signal.aborted) return;
      if (isSame(found, material)) return;
      material = checked(found);
      lastFailure = '';
      for (const listener of listeners) listener(material);
      onReloaded();
    } catch (error) {
      const failure = String(error);
      if (failure !== lastFailure) onFailed(error);
      lastFailure = failure;
    }
  };
  const looking = startPeriodic({
    what: 'the files of certificates',
    everyMs,
    deadlineMs: lookDeadlineMs,
    work: reloadIfChanged,
    onError: onFailed,
  });

  return {
    current: () => material,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: looking.stop,
  };
};

const read = async ({ certificate, key, clientAuthorities }: TlsFiles): Promise<TlsMaterial> => {
  const [cert, privateKey, ca] = await Promise.all([
    readFile(certificate),
    readFile(key),
    clientAuthorities === undefined ? undefined : readFile(clientAuthorities),
  ]);
  return { cert, key: privateKey, ca };
};

/** Throws unless the key is that of the certificate and everything can be read. */
const checked = (material: TlsMaterial): TlsMaterial => {
  createSecureContext(material);
  return material;
};

const isSame = (one: TlsMaterial, other: TlsMaterial): boolean =>
  one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca?.equals(other.ca ?? Buffer.of()) !== false;
