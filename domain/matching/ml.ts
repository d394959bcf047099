import { namesAnotherMaker } from './heuristic.ts';
import { explain } from './model/explain.ts';
import type { MatchingModel } from './model/model.ts';
import type { ComparedRecord } from './model/record.ts';
import type { MatchRecord, ScoringStrategy } from './strategy.ts';

/** Offers and products have one text: it is what they are called. Prices of the two are not of one kind and are not compared. */
const recordOf = ({ manufacturer, mpn, description }: MatchRecord): ComparedRecord => ({
  title: description,
  manufacturer,
  mpn,
  text: undefined,
  price: undefined,
});

/**
 * The strategy of the trained model (`model/model.ts`). It learned from shops, where a model number names its product: of parts,
 * two makers make one number each. So a pair whose makers differ gets no probability, whatever else is alike.
 */
export const createMlStrategy = (model: MatchingModel): ScoringStrategy => ({
  name: 'ml',
  scorerOf: (offer) => {
    const prepared = model.prepare(recordOf(offer));
    return (product) => {
      if (namesAnotherMaker(offer, product)) return { probability: 0, evidence: { manufacturer: 'different' } };
      const other = model.prepare(recordOf(product));
      const score = model.score(prepared, other);
      return { probability: score.probability, evidence: explain(score) };
    };
  },
});
