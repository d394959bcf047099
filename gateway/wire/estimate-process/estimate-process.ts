import { enableCompileCache, flushCompileCache } from 'node:module';
import type { StepCommand } from '../../../actors/estimate/steps-process/messages.ts';
import type { ProcessSetup } from './settings.ts';

/**
 * The program of the process in which the steps of estimates are made. The service tells it its
 * settings first, then its orders. It gives way, with all its threads, to whatever answers requests
 * on the same machine.
 *
 * When the service dies, however that came about, the channel ends, and this process with it:
 * whatever is under way is begun anew by the process that takes the estimate over.
 */

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

enableCompileCache();
// Loaded only now, so that the cache is used for them.
const [{ lowerPriority }, { serveEstimates }] = await Promise.all([
  import('./lower-priority.ts'),
  import('./serve-estimates.ts'),
]);
lowerPriority();
flushCompileCache();

let onOrder: ((order: StepCommand) => void) | undefined;
process.on('message', (said: ProcessSetup | StepCommand) => {
  if (said.kind === 'settings') onOrder = serveEstimates(said.settings, (told) => void process.send?.(told));
  else onOrder?.(said);
});
