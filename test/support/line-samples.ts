/** Lines and products for tests of the resolver. */

import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { ProductCandidate } from '../../domain/estimate/resolve/ports.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { quantitiesOf } from '../../domain/identity/read-characteristics.ts';
import { productId } from '../../domain/ids.ts';

/** A line that says what is given and nothing else. */
export const lineOf = (said: Partial<ParsedLine>): ParsedLine => {
  const { parts = [], value, package: outline, description } = said;
  const texts = [...parts.flatMap((part) => [part.manufacturer, part.partNumber]), value, outline, description];
  return {
    row: 1,
    rawText: texts.filter((text) => text !== undefined).join(' | '),
    parts,
    skus: [],
    references: [],
    doNotPlace: false,
    doubts: [],
    ...said,
  };
};

/** A line that names one part: a number, or a maker and a number. */
export const lineNaming = (partNumber: string, manufacturer?: string, more: Partial<ParsedLine> = {}): ParsedLine =>
  lineOf({ parts: [{ partNumber, ...(manufacturer === undefined ? {} : { manufacturer }) }], ...more });

/** A product of the built-in profile. */
export const productOf = (
  manufacturer: string,
  mpn: string,
  description?: string,
  characteristics: Readonly<Record<string, string>> = {},
): ProductCandidate => ({
  productId: productId(defaultProfile.id, manufacturerKey(manufacturer), mpnKey(mpn)),
  profileId: defaultProfile.id,
  manufacturerKey: manufacturerKey(manufacturer),
  manufacturer,
  mpn,
  mpnKey: mpnKey(mpn),
  description,
  characteristics,
  quantities: quantitiesOf(characteristics, defaultProfile),
});
