import { killedEstimatesSuite } from './killed-estimates.suite.ts';

killedEstimatesSuite(3, 1, 240_000);
