import type { ActorSystem, RuntimeObserver } from '../../actors/runtime/handle.ts';
import { createActorSystem } from '../../actors/runtime/system.ts';
import { every } from '../../concurrency/delay.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** What the runtime reports, as metrics and log events. */
const observe = (metrics: Metrics, log: Logger, onFatal: (error: unknown) => void): RuntimeObserver => ({
  handled: (family, outcome, durationMs) => {
    metrics.actors.handled.inc({ family, outcome });
    metrics.actors.duration.observe({ family }, durationMs / 1000);
  },
  rejected: (family) => metrics.actors.rejected.inc({ family }),
  restarted: (family, path, error) => {
    metrics.actors.restarts.inc({ family });
    log.warn('actor.restarted', { family, path, err: error });
  },
  gaveUp: (family, path, error) => log.error('actor.stopped', { family, path, err: error }),
  stopFailed: (family, path, error) => log.warn('actor.stop.failed', { family, path, err: error }),
  deadLetter: (family, path, reason) => {
    metrics.actors.deadLetters.inc({ family, reason });
    log.warn('actor.dead_letter', { family, path, reason });
  },
  escalated: (path, error) => {
    log.error('actor.escalated', { path, err: error });
    onFatal(error);
  },
});

/** How often the census of actors goes into the metrics. */
const censusEveryMs = 5_000;

/**
 * Starts an actor system that is seen by metrics and log. `onFatal` hears of a fault that no
 * supervisor took.
 */
export const startActorSystem = ({
  metrics,
  log,
  now,
  onFatal,
}: Pick<WorkerDependencies, 'metrics' | 'log' | 'now' | 'onFatal'>): ActorSystem => {
  const system = createActorSystem({ now, random: Math.random, observer: observe(metrics, log, onFatal) });
  const stopCensus = every(censusEveryMs, () => {
    for (const [family, { actors, waiting }] of system.census()) {
      metrics.actors.living.set({ family }, actors);
      metrics.actors.waiting.set({ family }, waiting);
      metrics.actors.rejected.inc({ family }, 0);
      metrics.actors.restarts.inc({ family }, 0);
    }
  });
  return {
    ...system,
    stop: async (deadlineMs) => {
      stopCensus();
      await system.stop(deadlineMs);
    },
  };
};
