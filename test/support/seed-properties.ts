import { configureGlobal } from 'fast-check';
import { seedOfRun } from './random.ts';

/** Properties are tried on values of the seed of this run, like everything else that is random. */
configureGlobal({ seed: seedOfRun() | 0 });
