import { killedJobsSuite } from './killed-jobs.suite.ts';

killedJobsSuite({ jobs: 200, kills: 10, deadlineMs: 300_000 });
