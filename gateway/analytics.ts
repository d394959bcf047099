import { reasonOf } from '../domain/errors.ts';
import { loadConfig } from './config.ts';
import { rebuildAnalytics } from './wire/analytics-rebuild.ts';

/**
 * `npm run analytics -- rebuild`: makes the analytical projection again from the database, in the engine that the service is
 * configured with. An embedded engine belongs to one process, so the service must be down meanwhile; beside a server it may run.
 * Exit status: 0 when everything is there, 1 otherwise.
 */

const usage = 'usage: npm run analytics -- rebuild\n';

const announceEvery = 100_000;

const rebuild = async (): Promise<void> => {
  let announced = 0;
  const done = await rebuildAnalytics(loadConfig(), ({ events, observations }) => {
    if (events + observations - announced < announceEvery) return;
    announced = events + observations;
    process.stderr.write(`${events} events and ${observations} observations read\n`);
  });
  process.stdout.write(
    `${done.events} events and ${done.observations} observations read, ${done.added} observations added\n`,
  );
};

if (process.argv.slice(2).join(' ') === 'rebuild') {
  try {
    await rebuild();
  } catch (error) {
    process.stderr.write(`analytics: ${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(usage);
  process.exitCode = 1;
}
