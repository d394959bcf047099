import type { MatchRecord, PairScore, ScoringStrategy } from '../identity/strategy.ts';
import { namesAnotherManufacturer } from './heuristic.ts';
import { explain } from './model/explain.ts';
import type { MatchingModel, ModelScore } from './model/model.ts';
import type { ComparedRecord } from './model/record.ts';
import { noRival, rivalsIn } from './model/rivals.ts';

/**
 * Offers and products have one text: it is what they are called. Prices of the two are not of one
 * kind and are not compared.
 */
const recordOf = ({ manufacturer, mpn, description }: MatchRecord): ComparedRecord => ({
  title: description,
  manufacturer,
  mpn,
  text: undefined,
  price: undefined,
});

const contradicted: PairScore = { probability: 0, evidence: { manufacturer: 'different' } };

/**
 * The strategy of the trained model (`model/model.ts`). It learned from shops, where a model number
 * names its product: of parts, two makers make one number each. So a pair whose makers differ gets
 * no probability, whatever else is alike, and is never a rival.
 */
export const createMlStrategy = (model: MatchingModel): ScoringStrategy => {
  const among = (rival: number, score: ModelScore): PairScore => {
    const byItself = model.probability(score.logOdds, noRival).toFixed(3);
    return {
      probability: model.probability(score.logOdds, rival),
      evidence: { ...explain(score), ...(rival === noRival ? {} : { probability_by_itself: byItself }) },
    };
  };
  return {
    name: 'ml',
    score: (offer, products) => {
      const prepared = model.prepare(recordOf(offer));
      const scores = products.map((product) =>
        namesAnotherManufacturer(offer, product) ? undefined : model.score(prepared, model.prepare(recordOf(product))),
      );
      const rivals = rivalsIn(scores.map((score) => score?.logOdds ?? noRival));
      return scores.map((score, at) => (score === undefined ? contradicted : among(rivals[at] ?? noRival, score)));
    },
  };
};
