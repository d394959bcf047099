import { killedRematchSuite } from './killed-rematch.suite.ts';

killedRematchSuite(100_000, 300_000, 1_000);
