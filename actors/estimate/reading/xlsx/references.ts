/** A column's number from its letters, counted from 0; undefined where there are none. */
export const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})/u.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** The longest reference that there is: three letters and seven digits. */
const longest = 10;

/** A row's number, counted from 1; undefined where there is none. */
export const rowOf = (reference: string | undefined): number | undefined => {
  const digits = /(\d{1,7})$/u.exec(reference?.slice(-longest) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
};
