/**
 * Secrets in running text, known by their look: a URL loses its user, query and fragment; a bearer
 * or basic credential, an API key of ours, a JSON web token, the value after `password=` or `sid=`
 * and its like, and what tells of persons (an e-mail address with the name before it, a telephone
 * number, the value after `first name:` and its like) are blotted out. Each rule has a cheap test
 * before it, so that ordinary text costs a few scans.
 */

/** Replaces redacted text. */
export const redactedMark = '[redacted]';

/**
 * Words that make the name of a field, header or parameter a secret's, once case and punctuation
 * are dropped.
 */
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
const wordsJoinedBy = (joiner: string): string =>
  secretWords.map((word) => word.replace(/^(api|access|private)(?=key|code)/, `$1${joiner}`)).join('|');

// Every expression here takes time in proportion to the text. Where one word after another could
// begin a match, an alternative takes the whole run of letters that was in vain, so that it is not
// looked at again from its next word on.

/** A scheme is never longer; a longer word is taken for its end. */
const absoluteUrl = /([a-z][a-z\d+.-]{0,30}:\/\/)(?:[^\s/?#"'<>@]*@)?([^\s?#"'<>]*)(?:[?#][^\s"'<>]*)?/gi;
const queryOfPath = /(?<=\/[^\s?"'<>]*)\?[^\s"'<>]+/g;
const credential = /\b(bearer|basic|digest)\s+[\w.~+/=:-]{4,}/gi;
const ourKey = /os_[\da-z]{16,}/gi;
const webToken = /eyJ(?:[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?|[\w-]*)/g;
const value = `"[^"]*"?|'[^']*'?|[^\\s"',;&}]+`;
const ofName = `[\\w-]*["']?\\s*[=:]\\s*`;
const named = new RegExp(
  `((?:${wordsJoinedBy('[_-]?')})${ofName})(?:${value})|(?:${wordsJoinedBy('[_-]?')})[\\w-]*`,
  'gi',
);
/** Names of two words have a run of letters each, so that no run is looked at for two of them. */
const namedInTwoWords = new RegExp(`((?:api|access|private) (?:key|code)${ofName})(?:${value})`, 'gi');
const mayBeNamed = new RegExp(wordsJoinedBy('[_ -]?'), 'i');
/** Words that are a secret's only when they stand alone: `insider=1` and `pins: 8` are none. */
const shortNamed = new RegExp(`\\b((?:sid|pin|dsn)["']?\\s*[=:]\\s*)(?:${value})`, 'gi');
const mayBeShortNamed = /\b(?:sid|pin|dsn)["']?\s{0,9}[=:]/i;
const nameOfPerson = `(?:first|last|full|given|family|middle|contact)[_ -]?name|surname|contact[_ -]?person|attn`;
/** A person's name has blanks in it; it ends where the next field or line begins. */
const person = new RegExp(
  `\\b((?:${nameOfPerson})["']?\\s*[=:]\\s*)(?:"[^"]*"?|'[^']*'?|[^"',;&{}\\r\\n]{1,80})`,
  'gi',
);
const mayBePerson = new RegExp(nameOfPerson, 'i');
/** International, or behind a word for it: digits alone are figures more often than not. */
const phone = /(?<![\w.])\+\d(?:[ ()./-]{0,2}\d){6,14}(?!\d)/g;
const namedPhone =
  /\b((?:tele)?(?:phone|fax|mobile|tel)(?:[ _-]?(?:number|no))?["']?\.?\s{0,3}[=:]?\s{0,3}["']?)[+(]?\d(?:[ ()./-]{0,2}\d){5,14}/gi;
const mayBePhone = /phone|fax|mobile|tel/i;
/** The name before an address in angle brackets goes with it. */
const email =
  /(?:"[^"<>\r\n]{1,64}" ?|(?:\p{Lu}[\p{L}.'-]{0,30} ){1,4})?<?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+>?/gu;

const blotValue = (whole: string, name: string | undefined): string =>
  name === undefined ? whole : name + redactedMark;

/** The text without anything that looks like a secret. */
export const redactText = (text: string): string => {
  let result = text;
  if (result.includes('://')) result = result.replace(absoluteUrl, '$1$2');
  if (result.includes('?')) result = result.replace(queryOfPath, '');
  result = result.replace(credential, `$1 ${redactedMark}`);
  if (result.includes('_')) result = result.replace(ourKey, redactedMark);
  if (result.includes('eyJ')) result = result.replace(webToken, (each) => (each.includes('.') ? redactedMark : each));
  if (mayBeNamed.test(result)) result = result.replace(namedInTwoWords, blotValue).replace(named, blotValue);
  if (mayBeShortNamed.test(result)) result = result.replace(shortNamed, blotValue);
  if (mayBePerson.test(result)) result = result.replace(person, blotValue);
  if (result.includes('+')) result = result.replace(phone, redactedMark);
  if (mayBePhone.test(result)) result = result.replace(namedPhone, blotValue);
  if (result.includes('@')) result = result.replace(email, redactedMark);
  return result;
};
