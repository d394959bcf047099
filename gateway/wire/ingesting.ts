import { randomBytes } from 'node:crypto';
import { createBackPressure } from '../../actors/connector/back-pressure.ts';
import { judgeWalks } from '../../actors/connector/judge-walks.ts';
import type { SuppliersMessage } from '../../actors/connector/messages.ts';
import { createStoreOutage } from '../../actors/connector/store-outage.ts';
import { type ConnectorsDependencies, startConnectors } from '../../actors/guardian.ts';
import type { ActorSystem, ReplyTo } from '../../actors/runtime/handle.ts';
import { sleep } from '../../concurrency/delay.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { topProducts } from '../../domain/catalog/most-wanted.ts';
import { leaseMs } from '../../domain/ingestion/lease-rules.ts';
import type { PublishConfirmations } from '../../domain/ingestion/ports.ts';
import type { SupplierChange } from '../../domain/ingestion/supplier-change.ts';
import { objectiveMs } from '../../domain/offers/freshness.ts';
import { sessionLock } from '../../storage/pool/session-lock.ts';
import { supplierHeader } from '../../streams/codec/codec.ts';
import { onConnectorCommands } from '../../streams/connector-commands.ts';
import { changedOffersSignal, normalizerConsumer } from '../../streams/normalizer/normalizer.ts';
import { createConfirmationPublisher } from '../../streams/publishers/confirmation-publisher.ts';
import { createObservationPublisher } from '../../streams/publishers/observation-publisher.ts';
import type { Config } from '../config/config.ts';
import { newContext, newId } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Soon enough after a walk, which takes minutes and is made every few hours. */
const judgeEveryMs = 10_000;

const judgingDeadlineMs = 120_000;

/** Waiting observations that are told apart by supplier. */
const maxCounted = 20_000;

/** One process judges at a time; two, for a moment, only do the same twice. */
const judgingLock = 7_200_157;

/** Withdraws, again and again, what full walks no longer hold. */
const startJudgingWalks = (surroundings: WorkerDependencies): void => {
  const { stores, bus, log, now, databaseUrl, isAlone, teardown } = surroundings;
  const { stream, durable } = normalizerConsumer;
  const lock = sessionLock(databaseUrl, judgingLock);
  const judging = startPeriodic({
    what: 'judging what full walks no longer hold',
    everyMs: judgeEveryMs,
    deadlineMs: judgingDeadlineMs,
    work: async (signal) => {
      if (!isAlone && !(await lock.hold())) return;
      await judgeWalks(
        {
          withdrawals: stores.withdrawals,
          waiting: async () => {
            const left = await bus.lagBy({ stream, durable, header: supplierHeader, atMost: maxCounted });
            const all = [...(left?.values() ?? [])].reduce((sum, count) => sum + count, 0);
            return all > maxCounted ? undefined : left;
          },
          onWithdrawn: (ids) => bus.signal(changedOffersSignal, Buffer.from(JSON.stringify(ids))),
          newContext,
          log,
          now,
        },
        signal,
      );
    },
    onError: (error) => log.warn('ingestion.walks.failed', { err: error }),
  });
  teardown.add('right to judge walks', lock.release);
  teardown.add('judging of walks', judging.stop);
};

/**
 * Observations that may wait for the normalizer while connectors go on: a few seconds of its work.
 */
const maxWaiting = 5_000;

/** Those and offers without a decision that may wait when a page is fetched that can wait. */
const maxWaitingOfPatient = 500;

/**
 * Look-ups of top parts come often enough for the younger of the two objectives, with half of it to
 * spare.
 */
const lookupIntervals = { topMs: objectiveMs.stock / 2, otherMs: 24 * 3_600_000 };

/** How long a command may take to be in force in this process. */
const commandTimeoutMs = 10_000;

const rankEveryMs = 60_000;

/** The longest that figures of what is wanted may take to be read. */
const statisticsDeadlineMs = 30_000;

/** Only an analytical projection wants to know of what was seen again. */
const tellNobody: PublishConfirmations = async () => undefined;

/** Dependencies of the connectors in this process. */
export const connectorDependencies = (config: Config, surroundings: WorkerDependencies): ConnectorsDependencies => {
  const { stores, analytics, bus, metrics, log, now, redactor, isAlone, knowledge, outbound } = surroundings;
  const pause = (ms: number, signal: AbortSignal) => sleep(ms, signal).then(() => signal.throwIfAborted());
  return {
    ...stores,
    outage: createStoreOutage({ log, now }),
    publish: createObservationPublisher({ bus, metrics }),
    publishConfirmations: analytics === undefined ? tellNobody : createConfirmationPublisher(bus),
    metrics,
    log,
    now,
    clientOf: knowledge.clientOf,
    fetch: outbound.fetch,
    onSecret: redactor.register,
    newContext,
    newRunId: () => newId('run'),
    newNonce: () => randomBytes(16).toString('hex'),
    random: Math.random,
    pause,
    awaitCapacity: createBackPressure({
      backlog: () => bus.lag('OBSERVATIONS', 'normalizer'),
      limit: maxWaiting,
      unmatched: stores.matches.backlogSize,
      patientLimit: maxWaitingOfPatient,
      pause,
      random: Math.random,
    }),
    // The owner of an embedded database is the same after a restart, and need not wait for its own
    // lease to end.
    ownership: { owner: isAlone ? 'sole' : newId('own'), ttlMs: leaseMs },
    intervals: config.intervals,
    lookupIntervals,
    workers: config.workersPerCredential,
  };
};

/** What is told of a change, answered when it is in force. */
const messageOf = (
  supplierId: string,
  change: Exclude<SupplierChange, 'wanted'>,
  replyTo: ReplyTo<void>,
): SuppliersMessage => {
  if (change === 'supplier') return { kind: 'reload', supplierId, replyTo };
  return { kind: 'command', supplierId, command: { kind: change === 'orders' ? 'orders_changed' : 'reload', replyTo } };
};

/** Starts the connectors, and obeys what operators tell them. */
export const startIngesting = (config: Config, system: ActorSystem, surroundings: WorkerDependencies): void => {
  const { stores, bus, log, now, teardown } = surroundings;
  const connectors = connectorDependencies(config, surroundings);
  const suppliers = startConnectors(system, connectors);
  const unsubscribe = onConnectorCommands(bus, connectors.ownership.owner, async (supplierId, change) => {
    if (change === 'wanted') return void suppliers.tell({ kind: 'command', supplierId, command: { kind: 'wanted' } });
    await suppliers.ask<void>((replyTo) => messageOf(supplierId, change, replyTo), { timeoutMs: commandTimeoutMs });
  });
  teardown.add('connector commands', async () => unsubscribe());
  const ranking = startPeriodic({
    what: 'ranking of demand',
    everyMs: rankEveryMs,
    deadlineMs: statisticsDeadlineMs,
    work: () => stores.demand.rank(topProducts, now()),
    onError: (error) => log.warn('demand.failed', { err: error }),
  });
  teardown.add('demand ranking', ranking.stop);
  startJudgingWalks(surroundings);
};
