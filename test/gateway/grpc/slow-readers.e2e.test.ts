import { slowReadersSuite } from './slow-readers.suite.ts';

slowReadersSuite(5);
