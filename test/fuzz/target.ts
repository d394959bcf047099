import type fc from 'fast-check';

/**
 * A decoder of bytes from outside, and how to make inputs for it.
 *
 * An input is always bytes, so that every finding is a file that can be kept and looked at. A
 * target whose decoder takes more than bytes says in its own comment how they stand in the file.
 */
export interface FuzzTarget {
  readonly inputs: fc.Arbitrary<Uint8Array>;
  /**
   * Gives an input to the decoder and looks at what comes out. A refusal that the decoder is made
   * to give is a result; everything else that is wrong is thrown.
   */
  readonly run: (input: Uint8Array) => void | Promise<void>;
  /** Ends what the target has started; left out: nothing. */
  readonly close?: () => Promise<void>;
}

/** Thrown where what came out of a decoder is not what its callers rely on. */
class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}

/** Throws `BrokenPromise` unless the condition holds. */
export const expectThat = (condition: boolean, promise: string): void => {
  if (!condition) throw new BrokenPromise(promise);
};

/** Whether PostgreSQL and UTF-8 can hold the text. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Every text in a value, names of fields included. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      yield name;
      yield* textsIn(each);
    }
  }
}

/** Throws `BrokenPromise` when some text in the value cannot be stored. */
export const expectStorable = (value: unknown): void => {
  for (const text of textsIn(value)) expectThat(isStorable(text), `text can be stored: ${JSON.stringify(text)}`);
};

/** The bytes of a text. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Bytes as text; what is no UTF-8 is replaced, as everywhere at the edges. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
