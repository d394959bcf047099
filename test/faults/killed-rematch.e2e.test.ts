import { killedRematchSuite } from './killed-rematch.suite.ts';

// How fast is for the long form: other tests run beside this one.
killedRematchSuite(4_000, 120_000, 10_000);
