import { killedTickSuite } from './killed-tick.suite.ts';

killedTickSuite({ products: 4_000, kills: 2, deadlineMs: 60_000 });
