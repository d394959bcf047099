import { isValid } from '../characteristics/offer-statements.ts';
import type { CharacteristicStatement } from '../characteristics/statement.ts';
import type { ModelAnswered, ModelValue } from './characteristic-ports.ts';

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/** A quote of one letter or sign proves nothing. */
const shortestQuote = 2;

const isQuoted = ({ quote }: ModelValue, texts: readonly string[]): boolean =>
  folded(quote).length >= shortestQuote && texts.some((text) => folded(text).includes(folded(quote)));

/**
 * The values of an answer that count: those that were asked for, are of the kind that the profile
 * names, and are quoted from the texts word for word. Of two values of one characteristic none
 * counts.
 */
export const acceptedValues = ({ question, values, model, now }: ModelAnswered): readonly CharacteristicStatement[] => {
  const { wanted, texts, profile } = question;
  return values
    .filter(
      (each) =>
        wanted.some(({ name }) => name === each.name) &&
        values.filter(({ name }) => name === each.name).length === 1 &&
        isValid(each.name, each.text, profile) &&
        isQuoted(each, texts),
    )
    .map(({ name, text }) => ({
      name,
      text: text.trim(),
      source: { kind: 'language_model', model, statedAt: now },
    }));
};
