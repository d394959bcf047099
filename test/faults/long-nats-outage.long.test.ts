import { outageSuite } from './outage.suite.ts';

outageSuite({ of: 'nats', outageMs: 1_200_000, warmUpMs: 60_000 });
