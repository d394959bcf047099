import { z } from 'zod';
import { isCountryCode } from '../../domain/offers/countries.ts';
import { isKeyForm, keyFormWords } from '../auth/key-form.ts';
import { type AllowSetting, type OutboundRules, readOutboundRules } from '../outbound/outbound-rules.ts';
import { isAddressRange } from '../protection/caller-address.ts';

/**
 * How the text of an environment variable becomes a value. Messages say what is expected and never
 * repeat what was given.
 */
const expecting = <Value>(expected: string, parse: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${expected}` });
    return z.NEVER;
  });

/** A whole number within bounds, both included. */
export const wholeNumber = (min: number, max: number) =>
  expecting(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

/** A share from 0 to 1. */
export const share = () =>
  expecting('a number from 0 to 1', (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    return value <= 1 ? value : undefined;
  });

/** A number of at least so much. */
export const numberFrom = (min: number) =>
  expecting(`a number of at least ${min}`, (text) => {
    const value = /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    return value >= min ? value : undefined;
  });

/** One of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  expecting(`one of ${words.join(', ')}`, (text) => words.find((word) => word === text));

/** Text as it is. */
export const text = () => z.string();

/** An address with one of the given schemes; kept as it was written. */
export const url = (...schemes: readonly string[]) =>
  expecting(`a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, (given) =>
    schemes.some((scheme) => given.startsWith(`${scheme}://`)) && URL.canParse(given) ? given : undefined,
  );

/** One or more URLs between commas; kept as they were written. */
export const urls = (...schemes: readonly string[]) =>
  expecting(
    `one or more URLs between commas, each beginning with ${schemes.map((s) => `${s}://`).join(' or ')}`,
    (given) => (given.split(',').every((each) => url(...schemes).safeParse(each.trim()).success) ? given : undefined),
  );

/** Origins of pages between commas, as browsers write them. */
export const origins = () =>
  expecting('origins such as https://shop.example between commas, without a path', (given) => {
    const list = given.split(',').map((each) => each.trim());
    return list.every((each) => /^https?:/.test(each) && URL.parse(each)?.origin === each) ? list : undefined;
  });

/** Names between commas, in the order given, each once. */
export const names = () =>
  expecting('names of letters, digits, - and _ between commas', (given) => {
    const list = given.split(',').map((each) => each.trim());
    return list.every((each) => /^[\w-]{1,32}$/.test(each)) ? [...new Set(list)] : undefined;
  });

const countriesEntry = (text: string): readonly [name: string, countries: readonly string[]] | undefined => {
  const [, name = '', countries = ''] = /^([\w-]{1,32})\s*=([^=]*)$/.exec(text.trim()) ?? [];
  const codes = countries.trim().split(/\s+/);
  return codes.every(isCountryCode) ? [name, codes] : undefined;
};

/** What each of some names has: countries by ISO 3166-1 alpha-2, as in `NORTH=DE PL,SOUTH=IT`. */
export const countriesByName = () =>
  expecting('names with their countries, each name once, such as NORTH=DE PL, between commas', (given) => {
    const entries = given.split(',').map(countriesEntry);
    const found = entries.filter((each) => each !== undefined);
    const areNamedOnce = new Set(found.map(([name]) => name)).size === entries.length;
    return areNamedOnce ? Object.fromEntries(found) : undefined;
  });

/** Packages by their names or paths, between commas, in the order given. */
export const packages = () =>
  expecting('names of packages, or paths that begin with ./, ../ or /, between commas', (given) => {
    const list = given.split(',').map((each) => each.trim());
    const isPackage = /^(\.{0,2}\/\S.*|(@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*)$/;
    return list.every((each) => isPackage.test(each)) && new Set(list).size === list.length ? list : undefined;
  });

/** Some of a few words between commas; `all` stands for every one of them. */
export const someOf = <const Word extends string>(words: readonly Word[]) =>
  expecting(`"all" or some of ${words.join(', ')} between commas`, (given): ReadonlySet<Word> | undefined => {
    if (given === 'all') return new Set(words);
    const list = given.split(',').map((each) => words.find((word) => word === each.trim()));
    const found = list.filter((each) => each !== undefined);
    return found.length === list.length ? new Set(found) : undefined;
  });

/** Some of a few words between commas, in the order given. */
export const listOf = <const Word extends string>(words: readonly Word[]) =>
  expecting(`some of ${words.join(', ')} between commas`, (given): readonly Word[] | undefined => {
    const list = given.split(',').map((each) => words.find((word) => word === each.trim()));
    const found = list.filter((each) => each !== undefined);
    return found.length === list.length ? [...new Set(found)] : undefined;
  });

/**
 * Where requests may go besides https and public addresses: origins and address ranges between
 * commas. Messages to those who are refused name the setting.
 */
export const outboundRules = (setting: AllowSetting) =>
  expecting(
    'origins such as http://10.0.0.5:8080 and address ranges such as 10.0.0.0/8, between commas',
    (given): OutboundRules | undefined =>
      readOutboundRules(
        given.split(',').map((each) => each.trim()),
        setting,
      ),
  );

/** A key to call the service with. */
export const apiKey = () => expecting(keyFormWords, (given) => (isKeyForm(given) ? given : undefined));

/** A key that seals secrets at rest, with the id that is stored beside what it sealed. */
export interface SealingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const sealingKeyBytes = 32;

/**
 * Sealing keys, newest first: 32 bytes in base64, or several as `id:base64` between commas. One
 * without an id is `1`.
 */
export const sealingKeys = () =>
  expecting('32 bytes in base64, or several as id:base64 between commas, newest first', (given) => {
    const keys = given.split(',').map((each) => sealingKey(each.trim()));
    const found = keys.filter((each) => each !== undefined);
    const ids = new Set(found.map(({ id }) => id));
    return found.length === keys.length && ids.size === keys.length ? found : undefined;
  });

const sealingKey = (given: string): SealingKey | undefined => {
  const [, id = '1', encoded = ''] = /^(?:([\w-]{1,32}):)?([A-Za-z\d+/]{43}=)$/.exec(given) ?? [];
  const key = Buffer.from(encoded, 'base64');
  return key.length === sealingKeyBytes ? { id, key } : undefined;
};

/** Addresses and ranges of addresses between commas. */
export const addressRanges = () =>
  expecting('addresses or ranges such as 10.0.0.0/8 or fd00::/8 between commas', (given) => {
    const list = given.split(',').map((each) => each.trim());
    return list.every(isAddressRange) ? list : undefined;
  });

/** A port; 0 is any free one. */
export const port = () => wholeNumber(0, 65_535);

/** The name of a file, which may be left out. */
export const file = (meaning: string) => text().optional().describe(meaning);

/** The values of a group of variables. */
export type ValuesOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
