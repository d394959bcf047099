import { replicasSuite } from './replicas.suite.ts';

replicasSuite({ products: 1_000, estimates: 2 });
