import type { MatchPolicy } from '../../domain/matching/decide-offer.ts';
import { heuristic } from '../../domain/matching/heuristic.ts';
import { defaultThresholds } from '../../domain/matching/strategy.ts';

/** How offers are decided in this service: the strategies after identity, in their order, and their thresholds. */
export const matchPolicy: MatchPolicy = { strategies: [heuristic], thresholds: defaultThresholds };
