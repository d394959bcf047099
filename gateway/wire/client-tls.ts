import { readFile } from 'node:fs/promises';
import type { ClientTls, ClientTlsFiles } from '../../domain/client-tls.ts';
import { ConfigError } from '../config/config-error.ts';

/** The settings that name the files, for error messages. */
export type TlsSettingNames = Readonly<Record<keyof ClientTlsFiles, string>>;

/**
 * Reads the certificates of a connection. Throws `ConfigError` that names the setting of a file
 * that cannot be read.
 */
export const readClientTls = async (files: ClientTlsFiles, settings: TlsSettingNames): Promise<ClientTls> => {
  const [ca, cert, key] = await Promise.all(
    (['authorities', 'certificate', 'key'] as const).map((part) => readIfSet(files[part], settings[part])),
  );
  return { ca, cert, key };
};

const readIfSet = async (file: string | undefined, setting: string): Promise<Buffer | undefined> => {
  if (file === undefined) return undefined;
  return readFile(file).catch(() => {
    throw new ConfigError(`${setting}: the file cannot be read`);
  });
};
