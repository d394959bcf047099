import { runInContext } from '../../../telemetry/context.ts';
import type { PublishBetter } from '../choose-basket.ts';
import type { EstimateSteps } from '../steps.ts';
import { errorOf, faultOf } from './fault.ts';
import type { StepCommand, StepEnd, StepEvent, StepRequest } from './messages.ts';

/** What a process needs to make steps for the service. */
export interface StepServing {
  readonly steps: EstimateSteps;
  readonly tell: (news: StepEvent) => void;
  /** Called when the service has nothing more to do. */
  readonly onClose: () => void;
}

/** A step under way. */
interface UnderWay {
  readonly abort: AbortController;
  /** The better basket that the service is storing. */
  publishing: PromiseWithResolvers<void> | undefined;
}

const make = async (
  steps: StepServing['steps'],
  asked: StepRequest,
  signal: AbortSignal,
  publish: PublishBetter,
): Promise<StepEnd> => {
  const { estimate } = asked;
  if (asked.kind === 'parse') return { kind: 'parsed', source: await steps.parse(estimate, signal) };
  if (asked.kind === 'resolve')
    return { kind: 'resolved', resolutions: await steps.resolve(estimate, asked.lines, signal) };
  if (asked.kind === 'find_alternates')
    return { kind: 'alternates_found', draft: await steps.findAlternates(estimate, asked.draft, signal) };
  const { draft, isShown } = asked;
  return { kind: 'chosen', outcome: await steps.choose({ estimate, draft, ...(isShown && { publish }) }, signal) };
};

/**
 * Takes the orders of the service: makes many steps at once, and ends each with exactly one
 * `ended`.
 */
export const serveSteps = ({ steps, tell, onClose }: StepServing): ((order: StepCommand) => void) => {
  const underWay = new Map<number, UnderWay>();

  const publishAs =
    (step: number, work: UnderWay): PublishBetter =>
    (outcome) => {
      work.publishing = Promise.withResolvers();
      tell({ kind: 'better', step, outcome });
      return work.publishing.promise;
    };

  const begin = async (step: number, asked: StepRequest): Promise<void> => {
    const work: UnderWay = { abort: new AbortController(), publishing: undefined };
    underWay.set(step, work);
    const end = await make(steps, asked, work.abort.signal, publishAs(step, work)).catch(
      (error): StepEnd => ({ kind: 'failed', fault: faultOf(error) }),
    );
    underWay.delete(step);
    tell({ kind: 'ended', step, end });
  };

  return (order) => {
    switch (order.kind) {
      case 'ask':
        runInContext(order.context ?? { traceId: '' }, () => void begin(order.step, order.asked));
        return;
      case 'abort': {
        const work = underWay.get(order.step);
        const reason = new Error('the step is not wanted any more');
        work?.abort.abort(reason);
        // The process that would store the basket has gone.
        work?.publishing?.reject(reason);
        return;
      }
      case 'published': {
        const publishing = underWay.get(order.step)?.publishing;
        if (order.fault === undefined) publishing?.resolve();
        else publishing?.reject(errorOf(order.fault));
        return;
      }
      case 'close':
        onClose();
    }
  };
};
