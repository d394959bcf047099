import { slowReadersSuite } from './slow-readers.suite.ts';

// How fast is for the long form: other tests run beside this one.
slowReadersSuite(5, 60_000);
