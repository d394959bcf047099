/** Starts a shell under a tether, says its pid, and stays. */
import { startTethered } from '../../../ops/embedded/tethered-process.ts';

const { pid } = startTethered({ command: 'sleep', args: ['600'], stopSignal: 'SIGTERM' });
process.stdout.write(`${pid}\n`);
