import { createKnownSecrets } from './known-secrets.ts';
import { redactedMark, redactText, secretWords } from './redact-text.ts';

/**
 * Makes values fit to be logged. A value goes out as a plain copy without secrets: by the name of
 * the field that holds it, by its look (`redact-text.ts`), and by being one of the values that were
 * registered. Errors keep their name, message, stack, cause and own fields, each redacted. The copy
 * is bounded in depth, entries and text; what is beyond is said to be. Getters, proxies and
 * `toJSON` that throw are survived.
 */
export interface Redactor {
  /** A copy of the value that may be logged. Never throws. */
  redact(value: unknown): unknown;
  /** Blots out this very text from now on, wherever it stands; see `KnownSecrets.register`. */
  register(secret: string, slot?: string): void;
}

const maxDepth = 6;
const maxEntries = 64;
const maxNodes = 1_000;
const maxText = 8_192;

/**
 * Longer text is cut before it is searched, and then loses as much of its end as a secret that was
 * cut in two can be long.
 */
const maxSearched = 16_384;
const maxSecretLength = 4_096;

/**
 * Names that are a secret's or a person's only when they are the whole name: `credential_ref` is
 * neither.
 */
const secretNames = new Set(
  [
    ['auth', 'credential', 'credentials', 'dsn', 'pass', 'pin', 'sid'],
    ['email', 'fax', 'mobile', 'phone', 'phonenumber', 'tel', 'telephone'],
    ['contact', 'contactname', 'contactperson', 'familyname', 'firstname', 'fullname', 'givenname', 'lastname'],
    ['middlename', 'person', 'personname', 'surname', 'username'],
  ].flat(),
);

/** Last words that make a name a secret's: `connect.sid`, `work_phone`, `sentryDsn`. */
const secretLastWords = new Set(['dsn', 'email', 'phone', 'pin', 'sid']);

/** A few names are asked again and again; the answers are kept up to this many. */
const maxRememberedNames = 2_000;

/** Makes a redactor with no registered secrets. `now` is in milliseconds. */
export const createRedactor = (now: () => number = Date.now): Redactor => {
  const known = createKnownSecrets(now);

  const text = (value: string): string => {
    const cut = value.length > maxSearched;
    const searched = cut ? value.slice(0, maxSearched) : value;
    const clean = redactText(known.hide(searched, redactedMark));
    const whole = cut ? clean.slice(0, -maxSecretLength) : clean;
    return cut || whole.length > maxText ? `${whole.slice(0, maxText)}[cut, ${value.length} characters]` : whole;
  };

  return {
    redact: (value) => {
      try {
        return copy(value, 0, { nodes: 0, text });
      } catch {
        return '[not readable]';
      }
    },
    register: known.register,
  };
};

interface Walk {
  nodes: number;
  readonly text: (value: string) => string;
}

const copy = (value: unknown, depth: number, walk: Walk): unknown => {
  switch (typeof value) {
    case 'string':
      return walk.text(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
    case 'undefined':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : copyObject(value, depth, walk);
    default:
      return `[${typeof value}]`;
  }
};

const copyObject = (value: object, depth: number, walk: Walk): unknown => {
  walk.nodes += 1;
  if (depth >= maxDepth || walk.nodes > maxNodes) return '[too deep]';
  if (value instanceof Error) return copyError(value, depth, walk);
  if (Array.isArray(value)) return copyList(value, depth, walk);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return copyEntries(value.entries(), depth, walk);
  if (value instanceof Set) return copyList([...value.values().take(maxEntries + 1)], depth, walk);
  const toJson: unknown = Reflect.get(value, 'toJSON');
  if (typeof toJson === 'function') return copy(toJson.call(value), depth + 1, walk);
  return copyEntries(ownEntries(value), depth, walk);
};

const copyList = (list: readonly unknown[], depth: number, walk: Walk): unknown[] => {
  const result = list.slice(0, maxEntries).map((each) => guarded(() => copy(each, depth + 1, walk)));
  if (list.length > maxEntries) result.push(`[cut, ${list.length} entries]`);
  return result;
};

const copyEntries = (entries: Iterable<[unknown, unknown]>, depth: number, walk: Walk): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  let count = 0;
  for (const [key, each] of entries) {
    count += 1;
    if (count > maxEntries) {
      result['[cut]'] = `more than ${maxEntries} entries`;
      break;
    }
    const name = typeof key === 'string' ? walk.text(key) : `[${typeof key}]`;
    if (name === '__proto__') continue;
    const hidden = typeof key === 'string' && isSecretName(key) && typeof each !== 'boolean' && each !== undefined;
    result[name] = hidden ? redactedMark : guarded(() => copy(each, depth + 1, walk));
  }
  return result;
};

const copyError = (error: Error, depth: number, walk: Walk): Record<string, unknown> => {
  const part = (name: string): unknown => guarded(() => copy(Reflect.get(error, name), depth + 1, walk));
  const result: Record<string, unknown> = {
    ...copyEntries(ownEntries(error), depth, walk),
    type: part('name'),
    message: part('message'),
    stack: part('stack'),
  };
  if (Object.hasOwn(error, 'cause')) result.cause = part('cause');
  if (error instanceof AggregateError) result.errors = part('errors');
  return result;
};

/** Own enumerable fields; a getter that throws is said to be not readable. */
function* ownEntries(value: object): Generator<[string, unknown]> {
  for (const key of Object.keys(value)) yield [key, guarded(() => Reflect.get(value, key))];
}

const guarded = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return '[not readable]';
  }
};

/** The last word of a name in whatever style it is written. */
const lastWordOf = (name: string): string =>
  name
    .slice(-64)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .findLast((word) => word !== '')
    ?.toLowerCase() ?? '';

const rememberedNames = new Map<string, boolean>();

const isSecretName = (name: string): boolean => {
  const remembered = rememberedNames.get(name);
  if (remembered !== undefined) return remembered;
  const plain = name.toLowerCase().replace(/[^a-z\d]+/g, '');
  const answer =
    secretNames.has(plain) || secretWords.some((word) => plain.includes(word)) || secretLastWords.has(lastWordOf(name));
  if (rememberedNames.size < maxRememberedNames) rememberedNames.set(name, answer);
  return answer;
};
