import type { SupplierConfig } from './supplier-client.ts';

/** The URL of an endpoint under a supplier's base URL, with its query properly encoded. */
export const endpointUrl = (
  baseUrl: string,
  path: `/${string}`,
  query: Readonly<Record<string, string | number>> = {},
): string => {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
};

/**
 * A named part of a credential's secret. Throws RangeError, without the secret, when the credential
 * lacks it.
 */
export const secretOf = (config: SupplierConfig, name: string): string => {
  const value = config.secret[name];
  if (value === undefined || value === '') throw new RangeError(`the credential has no ${name}`);
  return value;
};
