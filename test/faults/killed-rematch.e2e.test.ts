import { killedRematchSuite } from './killed-rematch.suite.ts';

killedRematchSuite(4_000, 60_000);
