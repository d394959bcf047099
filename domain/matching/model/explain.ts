import { figureOf, type ModelScore } from './model.ts';

/**
 * The figures that tell a human most, with the words they are told in. A share is of words by their
 * rarity.
 */
const told: Readonly<Record<string, string>> = {
  title_cosine: 'title_similarity',
  missing_share_less: 'least_share_missing',
  mpn_equal: 'number_equal',
  mpn_in_text_more: 'number_in_text',
  model_title_rarest_less: 'model_found_both_ways',
  model_conflict_pairs: 'models_in_conflict',
  quantity_agreed: 'values_agreeing',
  quantity_contradicted: 'values_in_conflict',
  maker_equal: 'maker_equal',
  price_ratio: 'price_log_ratio',
};

const rounded = (figure: number): string => String(Number(figure.toFixed(2)));

/** What a score rests on, by name; what is not known of the pair is left out. */
export const explain = ({ figures, words }: ModelScore): Readonly<Record<string, string>> => {
  const known = Object.entries(told).flatMap(([name, word]) => {
    const figure = figureOf(figures, name);
    return figure === undefined ? [] : [[word, rounded(figure)] as const];
  });
  return Object.fromEntries([
    ...known,
    ['words_shared', rounded(words.both)],
    ['words_of_one_side', rounded(words.one)],
  ]);
};
