/** Numbers of the customs tariff, of which the first six digits are the same everywhere. */

/** A prefix that a rate may be stated for. */
const prefixForm = /^\d{2,10}$/;

/** As long as any country makes them. */
const codeForm = /^\d{4,14}$/;

/** Whether a rate may be stated for all numbers that begin so: 2 to 10 digits. */
export const isHtsPrefix = (text: string): boolean => prefixForm.test(text);

/**
 * The digits of a number as a supplier writes it, such as `8542.39.0001`; undefined for what is no
 * such number.
 */
export const readHtsCode = (text: string): string | undefined => {
  const digits = text.trim().replace(/[.\s-]/g, '');
  return codeForm.test(digits) ? digits : undefined;
};
