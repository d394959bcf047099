import type { Change } from '../../domain/store-context.ts';
import { untraced } from './event-samples.ts';

/** Who changes something in a test, where that does not matter. */
export const byTest: Change = { by: 'key_test', context: untraced };
