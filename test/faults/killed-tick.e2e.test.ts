import { killedTickSuite } from './killed-tick.suite.ts';

killedTickSuite({ products: 2_000, kills: 1, deadlineMs: 120_000 });
