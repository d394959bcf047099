import { partitionSuite } from './partition.suite.ts';

partitionSuite({ to: 'postgres', products: 1_000, atLeastMs: 15_000 });
