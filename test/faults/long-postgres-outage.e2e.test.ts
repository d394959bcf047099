import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'postgres', outageMs: 40_000, warmUpMs: 10_000 });
