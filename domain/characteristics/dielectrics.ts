/** Classes of ceramics (EIA RS-198, JIS), with a letter or a digit in the zero's place. */
const classes =
  /(?<![\p{L}\p{N}])(X[5678][RSTUVP]|X8[GLM]|X4[VU]|Y5[PRTUV]|Z5[UV]|U2J|C[0O]G|NP[0O]|JB)(?![\p{L}\p{N}])/giu;

/** The classes of ceramics that a text names, in its order, C0G for NP0. */
export const dielectricsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(classes)].map(([, each = '']) =>
      /^(?:C[0O]G|NP[0O])$/iu.test(each) ? 'C0G' : each.toUpperCase(),
    ),
  ),
];

/** The one class of ceramic that a text names; undefined where it names none or several. */
export const dielectricIn = (text: string): string | undefined => {
  const [name, another] = dielectricsIn(text);
  return another === undefined ? name : undefined;
};
