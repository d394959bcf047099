import type { NatsIdentity } from '../../domain/nats-access.ts';
import type { Config } from './config.ts';

/**
 * Every secret in the configuration, for the redactor: none of them is ever shown, wherever an
 * error repeats it.
 */
export const secretsOf = ({
  database,
  bus,
  analytics,
  bootstrap,
  sealingKeys = [],
  languageModel,
}: Config): readonly string[] => {
  const urls = [database.url, analytics?.kind === 'server' ? analytics.url : undefined];
  const plain = [bootstrap.adminKey, bootstrap.customerKey, languageModel?.apiKey, ...ofBus(bus.access.identity)];
  return [
    ...urls.flatMap((url) => (url === undefined ? [] : secretsOfUrl(url))),
    ...plain.flatMap((secret) => secret ?? []),
    ...sealingKeys.map(({ key }) => Buffer.from(key).toString('base64')),
  ].filter((secret) => secret !== '');
};

/**
 * Credentials and seeds in files are read at each connection, and are no part of the configuration.
 */
const ofBus = (identity: NatsIdentity): readonly string[] => {
  if (identity.kind === 'user') return [identity.password];
  return identity.kind === 'token' ? [identity.token] : [];
};

const secretsOfUrl = (text: string): readonly string[] => [decoded(new URL(text.trim()).password)];

/** As it is written where its percent signs are no encoding. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
