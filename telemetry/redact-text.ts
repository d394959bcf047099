/**
 * Secrets in running text, known by their look: a URL loses its user, query and fragment; a bearer or basic credential, an API
 * key of ours, a JSON web token, the value after `password=` and its like, and an e-mail address are blotted out. Each rule
 * has a cheap test before it, so that ordinary text costs a few scans.
 */

/** What stands where something was taken out. */
export const blot = '[redacted]';

/** Words that make the name of a field, header or parameter a secret's, once case and punctuation are dropped. */
export const secretWords = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'accesskey',
  'accesscode',
  'privatekey',
  'authorization',
  'cookie',
  'session',
  'signature',
  'login',
  'jwt',
] as const;

/** The words with an optional joiner where two words meet, for use inside a longer pattern. */
const secretName = secretWords.map((word) => word.replace(/^(api|access|private)(?=key|code)/, '$1[_ -]?')).join('|');

const absoluteUrl = /\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#"'<>@]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi;
const relativeUrl = /(\/[^\s?"'<>]*)\?[^\s"'<>]+/g;
const credential = /\b(bearer|basic|digest)\s+[\w.~+/=:-]{4,}/gi;
const ourKey = /os_[\da-z]{16,}/gi;
const webToken = /eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/g;
const named = new RegExp(`([\\w-]*(?:${secretName})[\\w-]*["']?\\s*[=:]\\s*)("[^"]*"?|'[^']*'?|[^\\s"',;&}]+)`, 'gi');
const mayBeNamed = new RegExp(secretName, 'i');
const email = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;

/** The text without anything that looks like a secret. */
export const redactText = (text: string): string => {
  let result = text;
  if (result.includes('://')) result = result.replace(absoluteUrl, '$1$2');
  if (result.includes('?')) result = result.replace(relativeUrl, '$1');
  result = result.replace(credential, `$1 ${blot}`);
  if (result.includes('_')) result = result.replace(ourKey, blot);
  if (result.includes('eyJ')) result = result.replace(webToken, blot);
  if (mayBeNamed.test(result)) result = result.replace(named, `$1${blot}`);
  if (result.includes('@')) result = result.replace(email, blot);
  return result;
};
