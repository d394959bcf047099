import { killedJobsSuite } from './killed-jobs.suite.ts';

killedJobsSuite({ jobs: 60, kills: 2, deadlineMs: 180_000 });
