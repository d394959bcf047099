/** Classes of ceramics (EIA RS-198, JIS), with a letter or a digit in the zero's place. */
const classes = /(?<![\p{L}\p{N}])(X[5678][RSTUV]|X8L|X8G|Y5[PUV]|Z5U|U2J|C[0O]G|NP[0O]|JB)(?![\p{L}\p{N}])/giu;

/** The one class of ceramic that a text names, C0G for NP0; undefined where it names none or several. */
export const dielectricIn = (text: string): string | undefined => {
  const [name, another] = new Set(
    [...text.matchAll(classes)].map(([, each = '']) =>
      /^(?:C[0O]G|NP[0O])$/iu.test(each) ? 'C0G' : each.toUpperCase(),
    ),
  );
  return another === undefined ? name : undefined;
};
