import { otherWorldsSuite } from './other-worlds.suite.ts';

otherWorldsSuite(1);
