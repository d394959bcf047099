import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'nats', outageMs: 40_000, warmUpMs: 10_000 });
