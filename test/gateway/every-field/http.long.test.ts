import { everyFieldSuite } from './http.suite.ts';

everyFieldSuite({ every: 1 });
