import { expect, it } from 'vitest';
import {
  afterWrite,
  type HealthSync,
  initialHealthSync,
  syncHealth,
  withStoredHealth,
} from '../../../actors/connector/health-sync.ts';
import type { CredentialMessage } from '../../../actors/connector/messages.ts';
import type { Behaviour } from '../../../actors/runtime/handle.ts';
import { unavailable } from '../../../domain/errors.ts';
import { type Health, sound } from '../../../domain/ingestion/credential-health.ts';
import type { CredentialStates } from '../../../domain/ingestion/ports.ts';
import { untraced } from '../../support/event-samples.ts';
import { credential } from '../../support/offers.ts';
import { createHarness, turns } from '../runtime/harness.ts';

const at = new Date('2026-11-22T12:00:00Z');
const failing: Health = { kind: 'failing', reason: 'blocked', since: at, probes: 0, probeAt: at };

/** What a message means for the keeper, before it writes what is still to be written. */
const afterMessage = (keeper: HealthSync, message: CredentialMessage): HealthSync => {
  switch (message.kind) {
    case 'health_saved':
      return afterWrite(keeper, message.write, message.health);
    case 'health_save_failed':
      return afterWrite(keeper, message.write, undefined);
    case 'lease_over':
      return withStoredHealth(keeper, sound);
    default:
      return keeper;
  }
};

/**
 * An actor that keeps the health of a credential that fails; each of its writes ends when the test
 * says so.
 */
const startKeeper = () => {
  const writes: PromiseWithResolvers<void>[] = [];
  let latest = initialHealthSync;
  const states: Pick<CredentialStates, 'saveHealth'> = {
    saveHealth: () => {
      const write = Promise.withResolvers<void>();
      writes.push(write);
      return write.promise;
    },
  };
  const behaviour: Behaviour<CredentialMessage, HealthSync> = {
    family: 'keeper',
    mailboxCapacity: 10,
    start: () => initialHealthSync,
    receive: (keeper, message, context) => {
      const of = { credential: credential(), states, lease: 1n, context: untraced };
      latest = syncHealth(afterMessage(keeper, message), failing, of, context);
      return latest;
    },
  };
  const handle = createHarness().system.spawn('keeper', behaviour);
  const after = async (happen: () => void): Promise<Health> => {
    happen();
    await turns();
    return latest.stored;
  };
  return {
    writes,
    /** The credential has begun to fail; what is taken for stored after that. */
    fail: () => after(() => void handle.tell({ kind: 'retry_save_health' })),
    /**
     * The lease was lost and had again, and the store has said under it that the credential is
     * sound.
     */
    ownAnew: () => after(() => void handle.tell({ kind: 'lease_over' })),
    succeed: (write: number) => after(() => writes[write]?.resolve()),
    breakDown: (write: number) => after(() => writes[write]?.reject(unavailable('the database', 10))),
  };
};

it('takes the health for stored when the write under way has ended well', async () => {
  const keeper = startKeeper();
  expect(await keeper.fail()).toBe(sound);
  expect(await keeper.succeed(0)).toBe(failing);
  expect(keeper.writes).toHaveLength(1);
});

it('does not take the health for stored because of a write under an earlier lease', async () => {
  const keeper = startKeeper();
  await keeper.fail();
  await keeper.ownAnew();
  expect(keeper.writes).toHaveLength(2);
  expect(await keeper.succeed(0)).toBe(sound);
  expect(await keeper.succeed(1)).toBe(failing);
});

it('writes again what the present lease could not write, whatever becomes of a write under an earlier lease', async () => {
  const keeper = startKeeper();
  await keeper.fail();
  await keeper.ownAnew();
  await keeper.succeed(0);
  await keeper.breakDown(1);
  expect(keeper.writes).toHaveLength(3);
  expect(await keeper.succeed(2)).toBe(failing);
});

it('has one write under way at a time, also after one under an earlier lease has failed', async () => {
  const keeper = startKeeper();
  await keeper.fail();
  await keeper.ownAnew();
  await keeper.breakDown(0);
  expect(keeper.writes).toHaveLength(2);
});
