import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import type { EstimateSteps } from '../../../actors/estimate/steps.ts';
import { childProcessSteps } from '../../../actors/estimate/steps-process/child-process-steps.ts';
import type { Config } from '../../config/config.ts';
import type { WorkerDependencies } from '../worker-dependencies.ts';
import type { ProcessSetup } from './settings.ts';
import { applySideChannel } from './side-channel.ts';

const program = join(import.meta.dirname, `estimate-process${extname(import.meta.filename)}`);

/** Connections of the process: estimates read a little at a time. */
const connections = 6;

const start = (introduction: ProcessSetup) => {
  const child = fork(program, {
    // Nothing of the service's environment concerns it, least of all secrets.
    env: { TZ: 'UTC' },
    // As much memory as the service may take for everything else; an estimate that needs more fails
    // with its process and no other.
    execArgv: ['--max-old-space-size=1024'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // In a group of its own, so that Ctrl-C in a terminal reaches the service alone, which then
    // ends it in good order.
    detached: true,
  });
  child.send(introduction, () => undefined);
  return child;
};

/**
 * The steps of this service's estimates, in a process that is started with the first and ends in
 * the teardown.
 */
export const openEstimateSteps = (
  { estimates, delivery }: Pick<Config, 'estimates' | 'delivery'>,
  { databaseUrl, metrics, log, teardown }: Pick<WorkerDependencies, 'databaseUrl' | 'metrics' | 'log' | 'teardown'>,
): EstimateSteps => {
  const { threads = Math.max(2, availableParallelism() - 1), searchMs } = estimates;
  const { defaultZone, zoneCountries } = delivery;
  const settings = { databaseUrl, connections, threads, searchMs, defaultZone, zoneCountries };
  const steps = childProcessSteps({
    start: () => start({ kind: 'settings', settings }),
    onSideChannel: (aside) => applySideChannel(aside, { log, metrics }),
    onDeath: (why) => log.warn('estimate.process.ended', { reason: why }),
  });
  teardown.add('estimate process', steps.close);
  return steps;
};
