import { readFileSync } from 'node:fs';
import type { MatchPolicy } from '../../domain/matching/decide-offer.ts';
import { heuristic } from '../../domain/matching/heuristic.ts';
import { createMlStrategy } from '../../domain/matching/ml.ts';
import { createModel } from '../../domain/matching/model/model.ts';
import { readWeights } from '../../domain/matching/model/weights.ts';

const weightsFile = new URL('../../domain/matching/model/weights.json', import.meta.url);

/** The trained model as it is committed. */
const model = createModel(readWeights(readFileSync(weightsFile, 'utf8')));

/**
 * How offers are decided in this service: the strategies after identity, in their order; thresholds
 * are the profiles'.
 */
export const matchPolicy: MatchPolicy = {
  strategies: [heuristic, createMlStrategy(model)],
};
