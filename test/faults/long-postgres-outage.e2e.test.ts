import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'postgres', outageMs: 60_000, warmUpMs: 15_000 });
