import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'postgres', outageMs: 1_200_000, warmUpMs: 60_000 });
