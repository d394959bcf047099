import type { EstimateSteps } from '../../../../actors/estimate/steps.ts';
import { serveSteps } from '../../../../actors/estimate/steps-process/serve-steps.ts';
import { Failure } from '../../../../domain/errors.ts';
import type { EstimateOutcome } from '../../../../domain/estimate/outcome.ts';

/** A process whose steps do what the estimate's id says, for tests of how it is spoken with. */

const outcomeOf = (total: string) => ({ total }) as EstimateOutcome;

const steps: EstimateSteps = {
  parse: async ({ id }, signal) => {
    if (id === 'die') process.exit(3);
    if (id === 'away') throw new Failure('unavailable', 'not now', { internal: 'the store is away', retryAfterMs: 70 });
    if (id === 'bug') throw new TypeError('a bug');
    if (id === 'wait') {
      process.send?.({ kind: 'aside', text: 'waits' });
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    return { kind: 'failed', reason: 'no_lines', detail: `${id} of ${process.pid}` };
  },
  resolve: async (_estimate, lines) => lines.map(() => ({ kind: 'unresolved', reason: 'not_found' })),
  findAlternates: async (_estimate, draft) => draft,
  choose: async ({ publish }, signal) => {
    signal.addEventListener('abort', () => process.send?.({ kind: 'aside', text: 'aborted' }));
    await publish?.(outcomeOf('2'));
    return outcomeOf('1');
  },
};

const onOrder = serveSteps({
  steps,
  tell: (news) => void process.send?.(news),
  onClose: () => process.disconnect?.(),
});
process.on('message', onOrder);
