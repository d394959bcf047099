import { killedTickSuite } from './killed-tick.suite.ts';

// Of 225,000 products the supplier sells a little more than 200,000.
killedTickSuite({ products: 225_000, kills: 5, deadlineMs: 600_000 });
