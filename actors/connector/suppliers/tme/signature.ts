import { createHmac } from 'node:crypto';

/**
 * The signature of TME's first version: HMAC-SHA1, in base64, of method, URL and the parameters
 * sorted by name, each part percent-encoded by RFC 3986. A list's parameters keep the order of its
 * members.
 */

/** Parameters by name; a list becomes `name[0]`, `name[1]` and so on. */
export type SignedParameters = Readonly<Record<string, string | readonly string[]>>;

/** Percent-encoding that leaves letters, digits, `-`, `.`, `_` and `~` alone. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const sortedQuery = (parameters: SignedParameters): string =>
  Object.keys(parameters)
    .sort()
    .flatMap((name) => {
      const value = parameters[name] ?? '';
      return typeof value === 'string'
        ? [[name, value] as const]
        : value.map((each, at) => [`${name}[${at}]`, each] as const);
    })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');

/** The form body of a signed POST. */
export const signedForm = (url: string, parameters: SignedParameters, secret: string): string => {
  const base = `POST&${encode(url)}&${encode(sortedQuery(parameters))}`;
  const signature = createHmac('sha1', secret).update(base).digest('base64');
  return sortedQuery({ ...parameters, ApiSignature: signature });
};
