import { ownProperty } from '../../../../domain/own-property.ts';
import type { EstimateResponse, OptimalityCertificate } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { badge, type Tone } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';

/** How estimates are spoken of. */

/** Modes with what they aim at, as a reader says it. */
export const modeNames: Readonly<Record<string, string>> = {
  min_price: 'Lowest price',
  min_suppliers: 'Fewest suppliers',
  min_lead_time: 'Shortest lead time',
  single_manufacturer: 'One manufacturer',
};

/** What a mode aims at. */
export const modeName = (mode: string): string => ownProperty(modeNames, mode) ?? mode.replaceAll('_', ' ');

const statusTones: Readonly<Record<string, Tone>> = { ready: 'good', error: 'bad' };

const statusWords: Readonly<Record<string, string>> = {
  parsing: 'being read',
  optimizing: 'being worked out',
  error: 'failed',
};

/** How an estimate stands. */
export const statusBadge = (status: string): Html =>
  badge(ownProperty(statusWords, status) ?? status, ownProperty(statusTones, status) ?? 'info');

/** Money as a reader has it; a dash for none. */
export const moneyOf = (
  formats: Formats,
  money: { readonly amount: string; readonly currency: string } | undefined,
): string => (money === undefined ? '–' : formats.money(money.amount, money.currency));

const nothingBetter: Readonly<Record<string, string>> = {
  min_price: 'no basket is cheaper',
  min_suppliers: 'no basket has fewer suppliers, and none with as few is cheaper',
  min_lead_time: 'no basket ships earlier, and none that ships as early is cheaper',
  single_manufacturer: 'no basket keeps to one manufacturer better, and none that does is cheaper',
};

const provenWords = (
  formats: Formats,
  { optimizationMode }: EstimateResponse,
  certificate: OptimalityCertificate,
): string => {
  if (certificate.gap === 0 && certificate.isFirstAimProven)
    return `Proven: ${ownProperty(nothingBetter, optimizationMode) ?? 'no basket is better'}.`;
  if (certificate.gap === 0) return 'No basket of as many suppliers is cheaper; whether fewer would do is not proven.';
  return `At most ${formats.percent(certificate.gap)} from the best possible.`;
};

/** What the certificate does not speak of. */
const exceptedWords = (formats: Formats, unknownDuties: number): string => {
  if (unknownDuties === 0) return '';
  const purchases = unknownDuties === 1 ? '1 purchase' : `${formats.number(unknownDuties)} purchases`;
  return ` Import duty on ${purchases} is not known: it is in neither the total nor that.`;
};

/** The certificate in words, with what it does not speak of. */
export const certificateWords = (formats: Formats, estimate: EstimateResponse): string => {
  const { certificate, orders, status } = estimate;
  if (certificate === undefined) return 'not worked out yet';
  if (orders.length === 0) return status === 'ready' ? 'nothing could be bought' : 'nothing is bought yet';
  return `${provenWords(formats, estimate, certificate)}${exceptedWords(formats, certificate.unknownDuties)}`;
};

/** How long until something is shipped, beside a word that says so. */
export const shippedAfter = (days: number | undefined): string =>
  days === undefined ? 'not known' : days === 0 ? 'now' : days === 1 ? 'in 1 day' : `in ${days} days`;

/** A remark as a sentence: with its full stop. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** When something is shipped, in words. */
export const shipsIn = (days: number | undefined): string =>
  days === undefined ? 'not known' : days === 0 ? 'ships now' : days === 1 ? '1 day' : `${days} days`;
