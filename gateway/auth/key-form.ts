/**
 * What a key to call the service with looks like, generated or chosen. Keys made here are `os_` and
 * 32 characters.
 */

/** The form in words, for refusals. */
export const keyFormWords = '24 to 256 visible ASCII characters without blanks';

const keyForm = /^[\x21-\x7e]{24,256}$/;

/**
 * Whether a text may be a key. One that is shorter could be guessed, and works nowhere even where
 * it is stored.
 */
export const isKeyForm = (text: string): boolean => keyForm.test(text);
