import type { ActorSystem, RuntimeObserver } from '../../actors/runtime/handle.ts';
import { createActorSystem } from '../../actors/runtime/system.ts';
import { every } from '../../concurrency/delay.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

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

/** Dependencies of the actor system. */
export interface ActorSystemDependencies {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
  /** A fault that no supervisor took; the process cannot go on. */
  readonly onFatal: (error: unknown) => void;
}

/** Starts an actor system that is seen by metrics and log. */
export const startActorSystem = ({ metrics, log, now, onFatal }: ActorSystemDependencies): ActorSystem => {
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
