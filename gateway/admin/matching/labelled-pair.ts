import type { LabelledPair } from '../../../domain/matching/ports.ts';

/** Blanks of any kind become one blank: a tab or line end would end a record. */
const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const recordText = (fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `COL ${name} VAL ${inOneLine(value ?? '')}`)
    .join(' ');

/** What was said of two records. */
type Label = Pick<LabelledPair, 'offer' | 'product'> & { readonly verdict: Pick<LabelledPair['verdict'], 'verdict'> };

/**
 * A pair as a line of training data, in the form that the public product-matching sets have: the
 * offer, the product and the label between tabs. A record is its fields, each as
 * `COL name VAL value`; the value of an unknown field is empty. The label is 1 when a human said
 * that the two are one, else 0.
 */
export const labelledLine = ({ verdict: { verdict }, offer, product }: Label): string => {
  const text = ({ manufacturer, mpn, description }: LabelledPair['offer']) =>
    recordText({ description, manufacturer, mpn });
  return `${text(offer)}\t${text(product)}\t${verdict === 'confirm' ? 1 : 0}\n`;
};
