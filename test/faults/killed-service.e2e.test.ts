import { killedServiceSuite } from './killed-service.suite.ts';

killedServiceSuite({ kills: 2 });
