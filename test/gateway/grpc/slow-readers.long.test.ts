import { slowReadersSuite } from './slow-readers.suite.ts';

slowReadersSuite(60, 5_000);
