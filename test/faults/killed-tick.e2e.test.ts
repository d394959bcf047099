import { killedTickSuite } from './killed-tick.suite.ts';

killedTickSuite({ products: 2_000, kills: 2, deadlineMs: 60_000 });
