import { isCountryCode } from '../../offers/countries.ts';
import { ownProperty } from '../../own-property.ts';

/** The countries of delivery zones, within which goods cross no border of customs. */

/** The members of the customs union of the EU. */
const european = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * Names of regions that are codes of countries too: Africa, the Americas, Asia, Latin America, the
 * Middle East, North and South America.
 */
const regions = new Set(['AF', 'AM', 'AS', 'LA', 'ME', 'NA', 'SA']);

/**
 * The countries from which goods come into a delivery zone without crossing a border of customs:
 * as is stated of the zone, else the country that it is named after, the customs union of the EU,
 * or the United Kingdom as `UK`. Undefined: not known, as of a zone that is called as a region is.
 */
export const countriesOfZone = (
  zone: string,
  stated: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<string> | undefined => {
  const own = ownProperty(stated, zone);
  if (own !== undefined) return new Set(own);
  const name = zone.toUpperCase();
  if (name === 'EU') return european;
  if (name === 'UK') return new Set(['GB']);
  return isCountryCode(name) && !regions.has(name) ? new Set([name]) : undefined;
};
