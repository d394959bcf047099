import { type FieldViolation, invalidArguments } from '../../domain/errors.ts';
import { readOrderCost } from '../../domain/estimate/order-costs.ts';

/**
 * Checks of input. Each answers the violation of one field or undefined, so that a request is told
 * everything that is wrong with it at once. Fields are named as the contract spells them.
 */

/** What a check finds: nothing, or the one thing wrong with a field. */
export type Finding = FieldViolation | undefined;

/**
 * Throws `invalid_argument` with the violations found; returns when there is none. What is found in
 * a list that a caller sent comes as a list of any length: spread into arguments, a long one would
 * overflow the stack.
 */
export const throwIfAny = (...findings: readonly (Finding | readonly Finding[])[]): void => {
  if (findings.every((finding) => finding === undefined)) return;
  const violations = findings.flat().filter((finding) => finding !== undefined);
  if (violations.length > 0) throw invalidArguments(violations);
};

/**
 * PostgreSQL cannot hold U+0000 in text, and no other control character has a meaning in a part
 * number or a name.
 */
const controlCharacter = /\p{Cc}/u;

/** Text that may be left out but is bounded in characters and free of control characters. */
export const checkText = (field: string, text: string, maxLength: number): Finding => {
  if (text.length > maxLength) return { field, description: `must be at most ${maxLength} characters` };
  if (controlCharacter.test(text)) return { field, description: 'must not hold control characters' };
  return undefined;
};

/** Text that must be given: not empty and not only blanks. */
export const checkRequiredText = (field: string, text: string, maxLength: number): Finding =>
  text.trim() === '' ? { field, description: 'must not be empty' } : checkText(field, text, maxLength);

/** Longest id accepted, in characters. */
const maxIdLength = 128;

/** An id that must be given; whether it is known is another question. */
export const checkId = (field: string, id: string): Finding => checkRequiredText(field, id, maxIdLength);

/** A whole number within bounds, both included. */
export const checkWithin = (field: string, value: number, min: number, max: number): Finding =>
  Number.isInteger(value) && value >= min && value <= max
    ? undefined
    : { field, description: `must be a whole number from ${min} to ${max}` };

/** What an order costs besides its goods. */
export const checkOrderCost = (field: string, text: string): Finding =>
  readOrderCost(text) === undefined
    ? { field, description: 'must be decimal text from 0 to 1000000000, for example "12.50"' }
    : undefined;

/** One of a few configured names; empty when it may be left out. */
export const checkOneOf = (field: string, name: string, known: readonly string[]): Finding =>
  name === '' || known.includes(name) ? undefined : { field, description: `must be one of ${known.join(', ')}` };

/** One of a few names that must be given. */
export const checkNamed = (field: string, name: string, known: readonly string[]): Finding =>
  known.includes(name) ? undefined : { field, description: `must be one of ${known.join(', ')}` };

/** A list of names, each one of a few: the first that is none of them. */
export const checkAllNamed = (field: string, names: readonly string[], known: readonly string[]): Finding => {
  const strange = names.find((name) => !known.includes(name));
  return strange === undefined ? undefined : checkNamed(field, strange, known);
};
