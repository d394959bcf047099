import { type FieldViolation, invalidArguments } from '../../domain/errors.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import { checkAllNamed, checkId, checkNamed, checkOneOf, checkText, checkWithin, type Finding } from './check.ts';

/**
 * Rules of requests. What holds of a field is stated once, in the rules of its message: the use
 * case checks by them for both edges, and the schemas of the HTTP edge are made of them.
 */

/** What holds of the values of one field. `Facts` is what is known only when a request arrives. */
export interface Rule<Value, Facts = unknown> {
  /** What is wrong with a value; a field without a value is not checked. */
  readonly check?: (field: string, value: Value, facts: Facts) => Finding | readonly Finding[];
  /** What a value of another type is told; left out: which type it must have. */
  readonly expected?: string;
  /** Whether a request in JSON must have the field. */
  readonly isRequired?: boolean;
  /** What the OpenAPI document says of the field besides its type and description. */
  readonly notes?: Readonly<Record<string, unknown>>;
  /** The rules of the message, or of each in a list, that the field holds. */
  readonly parts?: Readonly<Record<string, Rule<never, never>>>;
}

/** The rules of a message, by its fields: a new field does not compile without one. */
export type Rules<Message, Facts = void> = {
  readonly [Field in keyof Message]-?: Rule<Exclude<Message[Field], undefined>, Facts>;
};

/** What the contract calls a field: `offer_id` for `offerId`. */
export const contractName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Checks a message, and names each field with what is put before it. */
type Check<Message, Facts> = (message: Message, facts: Facts, before?: string) => readonly FieldViolation[];

const nothing: readonly FieldViolation[] = [];

/** Makes the check of a message of its rules. It answers everything that is wrong at once. */
const checkBy = <Message extends object, Facts>(rules: Rules<Message, Facts>): Check<Message, Facts> => {
  const checks = (Object.keys(rules) as (keyof Message & string)[]).flatMap((key) => {
    const { check } = rules[key];
    return check === undefined ? [] : [{ key, name: contractName(key), check }];
  });
  return (message, facts, before = '') => {
    let found = nothing;
    for (const { key, name, check } of checks) {
      const value = message[key];
      if (value === undefined) continue;
      const finding = check(before + name, value as Exclude<Message[typeof key], undefined>, facts);
      if (finding !== undefined) found = [...found, ...[finding].flat().filter((each) => each !== undefined)];
    }
    return found;
  };
};

/**
 * Makes the check of a request: throws `invalid_argument` with everything that is wrong with it.
 * `together` finds what is wrong with fields beside each other.
 */
export const createCheck = <Message extends object, Facts = void>(
  rules: Rules<Message, Facts>,
  together?: (message: Message, facts: Facts) => readonly Finding[],
): ((message: Message, facts: Facts) => void) => {
  const check = checkBy(rules);
  return (message, facts) => {
    const alone = check(message, facts);
    const others = together?.(message, facts).filter((each) => each !== undefined) ?? nothing;
    if (alone.length > 0 || others.length > 0) throw invalidArguments([...others, ...alone]);
  };
};

/** Anything that the type of the field allows. */
export const anything: Rule<unknown> = {};

/** An id that must be given; whether it is known is another question. */
export const id: Rule<string> = { check: checkId, isRequired: true };

/** Text that may be left out. */
export const text = (maxLength: number): Rule<string> => ({
  check: (field, value) => checkText(field, value, maxLength),
  notes: { maxLength },
});

/** A whole number within bounds, both included. */
export const within = (minimum: number, maximum: number): Rule<number> => ({
  check: (field, value) => checkWithin(field, value, minimum, maximum),
  expected: `must be a whole number from ${minimum} to ${maximum}`,
  notes: { minimum, maximum },
});

/** A number within bounds, both included. */
export const amount = (maximum: number): Rule<number> => ({
  check: (field, value) =>
    Number.isFinite(value) && value >= 0 && value <= maximum
      ? undefined
      : { field, description: `must be a number from 0 to ${maximum}` },
  notes: { minimum: 0, maximum },
});

/** One of a few names, or left out. */
export const oneOf = (names: readonly string[]): Rule<string> => ({
  check: (field, value) => checkOneOf(field, value, names),
  notes: { enum: names },
});

/** One of a few names, which must be given. */
export const named = (names: readonly string[]): Rule<string> => ({
  check: (field, value) => checkNamed(field, value, names),
  isRequired: true,
  notes: { enum: names },
});

/** A list of names, each one of a few; the first that is none of them is told. */
export const allNamed = (names: readonly string[]): Rule<readonly string[]> => ({
  check: (field, given) => checkAllNamed(field, given, names),
});

/** One of the names that the service knows when the request arrives, or left out. */
export const oneOfKnown = <Facts>(namesOf: (facts: Facts) => readonly string[]): Rule<string, Facts> => ({
  check: (field, value, facts) => (value === '' ? undefined : checkOneOf(field, value, namesOf(facts))),
});

/** The code of a currency, or left out. */
export const currency: Rule<string> = {
  check: (field, code) =>
    code === '' || isCurrencyCode(code)
      ? undefined
      : { field, description: 'must be an ISO 4217 code, for example EUR' },
};

/** A message with rules of its own; `together` finds what is wrong with its fields side by side. */
export const message = <Part extends object>(
  rules: Rules<Part>,
  together?: (part: Part, field: string) => readonly Finding[],
): Rule<Part> => {
  const check = checkBy(rules);
  return {
    check: (field, part) => [...(together?.(part, field) ?? nothing), ...check(part, undefined, `${field}.`)],
    parts: rules,
  };
};

/** A list of at most so many messages with rules of their own. */
export const list = <Part extends object>(maxItems: number, part: Rule<Part>): Rule<readonly Part[]> => ({
  check: (field, parts) =>
    parts.length > maxItems
      ? { field, description: `must be at most ${maxItems}` }
      : parts.flatMap((each, index) => part.check?.(`${field}[${index}]`, each, undefined)),
  notes: { maxItems },
  ...(part.parts && { parts: part.parts }),
});
