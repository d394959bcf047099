import { killedEstimatesSuite } from './killed-estimates.suite.ts';

killedEstimatesSuite(50, 2, 1_800_000);
