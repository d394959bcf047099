import { killedEstimatesSuite } from './killed-estimates.suite.ts';

killedEstimatesSuite(5, 1, 240_000);
