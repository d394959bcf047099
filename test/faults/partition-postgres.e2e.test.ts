import { partitionSuite } from './partition.suite.ts';

partitionSuite({ products: 1_000, atLeastMs: 15_000 });
