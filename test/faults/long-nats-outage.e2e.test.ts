import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'nats', outageMs: 60_000, warmUpMs: 15_000 });
