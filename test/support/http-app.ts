import { serveAdmin } from '../../gateway/admin/resources.ts';
import { createHttpApp } from '../../gateway/http/app.ts';
import { createMetrics } from '../../telemetry/metrics.ts';

/** Stands for everything that is not asked. */
const unused: never = new Proxy(() => undefined, { get: () => unused }) as never;

/**
 * An HTTP edge with every operation there can be, for tests of what it answers without asking one.
 */
export const appWithoutService = () =>
  createHttpApp({
    useCases: unused,
    serveAdmin: serveAdmin(unused),
    auth: unused,
    metrics: createMetrics('test'),
    log: unused,
    now: () => new Date(0),
    readiness: unused,
    maxBodyBytes: 1,
    deadlineMs: 1,
  });
