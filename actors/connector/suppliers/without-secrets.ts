import type { RowPlace } from '../../../domain/ingestion/row-tally.ts';
import type { SupplierClient } from './supplier-client.ts';

/** Shorter texts stand in any answer by chance. */
const shortestSecret = 4;

/**
 * The text without what its end has cut off of a secret; a sample that was cut off ends with an
 * ellipsis.
 */
const withoutBeginning = (text: string, secret: string): string => {
  if (!text.endsWith('…')) return text;
  const sample = text.slice(0, -1);
  for (let length = Math.min(secret.length, sample.length); length >= shortestSecret; length -= 1)
    if (sample.endsWith(secret.slice(0, length))) return `${sample.slice(0, -length)}***…`;
  return text;
};

/**
 * The client with samples of answers that do not repeat the credential's secret: some suppliers
 * answer with the request, and samples are stored, logged and shown to operators.
 */
export const withoutSecrets = (client: SupplierClient, secret: Readonly<Record<string, string>>): SupplierClient => {
  const secrets = Object.values(secret).filter(({ length }) => length >= shortestSecret);
  const hide = (text: string): string =>
    secrets.reduce((left, each) => withoutBeginning(left.replaceAll(each, '***'), each), text);
  const hidden = <Place extends RowPlace>(place: Place): Place =>
    place.sample === undefined ? place : { ...place, sample: hide(place.sample) };
  return {
    ...client,
    decode: (phase, cursor, response) => {
      const decoded = client.decode(phase, cursor, response);
      if (decoded.kind === 'page') return { ...decoded, skipped: decoded.skipped.map(hidden) };
      return decoded.place === undefined ? decoded : { ...decoded, place: hidden(decoded.place) };
    },
  };
};
