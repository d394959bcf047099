import { randomUUID } from 'node:crypto';
import { connect, headers as noHeaders } from 'nats';
import postgres from 'postgres';
import { observationSubject } from '../../domain/events.ts';
import { hasEmbeddedEngine } from '../support/analytics.ts';
import { eventually } from '../support/eventually.ts';
import type { AlertWorld } from './alerts.world.ts';

/** Something that goes wrong in a running service, and how it is put right. */
export interface Episode {
  readonly cause: string;
  /** The alerts that it brings about. */
  readonly alerts: readonly string[];
  /** Within what time they fire, where that is longer than usual. */
  readonly withinMs?: number;
  /** Lets it happen; what comes back puts it right. */
  readonly begin: (world: AlertWorld) => Promise<() => Promise<void>>;
}

/** Does something again and again, so many at a time, until it is told to stop. */
const again = (work: () => Promise<unknown>, atATime = 1): (() => Promise<void>) => {
  let isOver = false;
  const loops = Array.from({ length: atATime }, async () => {
    while (!isOver) await work().catch(() => undefined);
  });
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
};

const search = ({ ask }: AlertWorld) => ask('GET', 'products?q=RC0603&limit=100', undefined, 'customer');

/** Holds a table until it is told to let go, for longer than a connection of the service may. */
const lockTable = async ({ database }: AlertWorld, table: string): Promise<() => Promise<void>> => {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const client = postgres(database.url, { max: 1 });
  const holding = client.begin(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
    await client.end();
  };
};

/** Somebody holds a table that callers ask for. */
const lockedProducts: Episode = {
  cause: 'a table that is locked',
  alerts: ['ServiceErrorRateHigh', 'RequestLatencyHigh', 'SearchUnhealthy', 'ErrorBudgetBurnsFast'],
  begin: async (world) => {
    const release = await lockTable(world, 'product');
    const stop = again(() => search(world), 16);
    return async () => {
      await release();
      await stop();
    };
  },
};

/**
 * Somebody holds a table that is written, so that every transaction keeps its connection. It is
 * none by which callers are known: those who ask would wait before they have a transaction.
 */
const heldConnections: Episode = {
  cause: 'connections that are all taken',
  alerts: ['DatabaseConnectionsExhausted'],
  begin: async (world) => {
    const release = await lockTable(world, 'customer_group');
    const stop = again(() => world.ask('PUT', 'admin/customer-groups/of-many', { name: 'one of many' }), 16);
    return async () => {
      await release();
      await stop();
    };
  },
};

/** The bus hangs while a great deal is announced. */
const silentBus: Episode = {
  cause: 'a bus that hangs',
  alerts: ['OutboxUnpublishedMany', 'OutboxLagHigh', 'ErrorBudgetBurnsSlowly'],
  begin: async ({ nats, importParts }) => {
    await nats.freeze();
    await importParts('announced', 10_001);
    return async () => nats.thaw();
  },
};

/** An event of another build, which this one cannot write. */
const refusedEvent: Episode = {
  cause: 'an event that cannot be published',
  alerts: ['OutboxEventsParked'],
  begin: async ({ database }) => {
    const { sql } = database.pool;
    await sql`select append_to_stream('other', 'other', null, array['of_another_build'], array['{}'], 'none', null)`;
    // As whoever has looked at it decides that no listener needs it.
    return async () => void (await sql`delete from outbox where parked_at is not null`);
  },
};

/** An observation as it was published, once more, as many times as are said. */
const observationsAgain = async ({ nats, observation }: AlertWorld, count: number): Promise<void> => {
  const connection = await connect({ servers: nats.url });
  const js = connection.jetstream();
  const { data, headers = noHeaders() } = await observation;
  for (let sent = 0; sent < count; sent += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, count - sent) }, () =>
        // The bus leaves out what comes again under the same id.
        js.publish(observationSubject, data, { headers, msgID: randomUUID() }),
      ),
    );
  await connection.close();
};

/** A customer asks for a job for each of so many parts. */
const manyJobs = async ({ importParts, database, ask }: AlertWorld, count: number): Promise<void> => {
  await importParts('asked', count);
  const parts = await database.pool.sql<{ id: string }[]>`select id from product where mpn like 'asked-%'`;
  const left = [...parts];
  const askInTurn = async (): Promise<void> => {
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      const job = { type: 'rebuild_supply_chain', target: { product_id: part.id }, priority: 'low' };
      await ask('POST', 'enrichment-jobs', job, 'customer');
    }
  };
  await Promise.all([askInTurn(), askInTurn(), askInTurn(), askInTurn()]);
};

/** Nobody works in the background any more, and work comes all the same. */
const workerGone: Episode = {
  cause: 'a worker that is gone',
  alerts: [
    'IngestionBacklogHigh',
    'IngestionHeldUp',
    'ObservationsNotApplied',
    'ConsumerLagHigh',
    'EnrichmentJobsInFlightMany',
    'ServiceDown',
  ],
  begin: async (world) => {
    await world.worker.kill();
    await observationsAgain(world, 10_001);
    await manyJobs(world, 1_001);
    return world.worker.start;
  },
};

/** A supplier sells parts that nobody knows. */
const orphans: Episode = {
  cause: 'offers without a product',
  alerts: ['OrphanPoolGrows', 'WeakMatchesMany'],
  begin: ({ ingestOrphans }) => ingestOrphans('orphanage'),
};

/** Offers come, and the spellings that the matcher compares are held. */
const stuckMatcher: Episode = {
  cause: 'a matcher that waits for a table',
  alerts: ['MatchingBacklogHigh'],
  // The thousands that it takes come at the pace of the normalizer.
  withinMs: 180_000,
  begin: async (world) => {
    const release = await lockTable(world, 'manufacturer_alias');
    const stop = await world.ingestOrphans('multitude');
    return async () => {
      await stop();
      await release();
    };
  },
};

/** No process answers. */
const allFrozen: Episode = {
  cause: 'processes that hang',
  alerts: ['ServiceDown', 'SharedGaugesAbsent'],
  begin: async ({ edge, worker }) => {
    edge.freeze();
    worker.freeze();
    return async () => {
      edge.thaw();
      worker.thaw();
    };
  },
};

/** A process that does something long at a stretch, again and again. */
const busyProcess: Episode = {
  cause: 'a process that is busy at a stretch',
  alerts: ['EventLoopBlocked'],
  begin: async ({ worker }) => {
    const pulses = setInterval(() => {
      worker.freeze();
      setTimeout(worker.thaw, 350);
    }, 450);
    return async () => {
      clearInterval(pulses);
      await eventually(() => {
        worker.thaw();
        return true;
      });
    };
  },
};

/** A supplier turns its credential away. */
const refusedCredential: Episode = {
  cause: 'a supplier that turns a credential away',
  alerts: ['CredentialRefusedInARow'],
  begin: async ({ supplier }) => {
    supplier.fail({ kind: 'status', status: 429, retryAfterSeconds: 0, count: 6 });
    return async () => supplier.recover();
  },
};

/** A credential with a password that is not good. */
const deadCredential: Episode = {
  cause: 'a credential that cannot sign in',
  alerts: ['SessionRefreshFailing'],
  begin: async ({ ask }) => {
    const path = 'admin/connectors/borealis/credentials';
    const secret = { login: 'nobody', password: 'nothing' };
    await ask('POST', path, { id: 'crd_dead', scope: 'system', label: 'of nobody', secret });
    return async () => void (await ask('POST', `${path}/crd_dead/disable`));
  },
};

/** An operator slows a supplier down to less than is asked of it, for longer than an hour. */
const spentBudget: Episode = {
  cause: 'a budget that is used up for an hour',
  alerts: ['CredentialBudgetNearlySpent'],
  // What was used is forgotten over a minute, whatever the windows of rules are.
  withinMs: 300_000,
  begin: async ({ ask }) => {
    const limits = (rate: number) => ({ stocks: { rate, period: '1m' }, ttl: '1h' });
    await ask('PATCH', 'admin/connectors/borealis/rate-limits', limits(20));
    return async () => void (await ask('PATCH', 'admin/connectors/borealis/rate-limits', limits(3_000)));
  },
};

/** A supplier that nobody has asked for half a day: the clock of stored ticks is put back. */
const silentSupplier: Episode = {
  cause: 'a supplier that is paused for half a day',
  alerts: ['IngestionLagHigh'],
  begin: async ({ ask, database }) => {
    await ask('POST', 'admin/connectors/borealis/pause', { reason: 'to look at it', ttl: '1h' });
    await database.pool.sql`
      update ingestion_tick set started_at = started_at - interval '13 hours', finished_at = finished_at - interval '13 hours'`;
    return async () => void (await ask('POST', 'admin/connectors/borealis/resume'));
  },
};

/** A stored policy that this build cannot read. */
const brokenPolicy: Episode = {
  cause: 'a policy that does not compile',
  alerts: ['VisibilityPolicyBroken'],
  begin: async ({ ask, database }) => {
    const draft = { target: 'product', priority: 1, enabled: true, label: 'broken', effect: 'deny' };
    const condition = 'product.manufacturer == "Nobody"';
    const body = await ask('POST', 'admin/visibility-policies', { ...draft, condition });
    const { id } = body;
    await database.pool.sql`
      update visibility_policy set document = jsonb_set(document::jsonb, '{condition}', '"no ( condition"')
      where id = ${String(id)}`;
    // Another change of the policies has them read again.
    const another = await ask('POST', 'admin/visibility-policies', { ...draft, label: 'another', condition });
    return async () => {
      for (const policy of [id, another.id])
        await ask('DELETE', `admin/visibility-policies/${String(policy)}?expected_version=1`);
    };
  },
};

/** Policies that are changed all the time. */
const changingPolicies: Episode = {
  cause: 'policies that change all the time',
  alerts: ['VisibilityCacheMissesMany'],
  begin: async (world) => {
    const draft = { target: 'product', priority: 1, enabled: true, effect: 'deny' };
    const condition = 'product.manufacturer == "Nobody"';
    let changes = 0;
    const stop = again(async () => {
      changes += 1;
      const policy = { ...draft, label: `change ${changes}`, condition };
      const { id } = await world.ask('POST', 'admin/visibility-policies', policy);
      await search(world);
      await world.ask('DELETE', `admin/visibility-policies/${String(id)}?expected_version=1`);
      await search(world);
    });
    return async () => {
      await stop();
      const calm = again(() => search(world));
      await eventually(async () => !(await world.prometheus.firing()).has('VisibilityCacheMissesMany'));
      await calm();
    };
  },
};

/**
 * More policies than can be judged in no time. All but two are stored as they are: entered one
 * after the other, each would have all the others compiled again.
 */
const manyPolicies: Episode = {
  cause: 'more policies than can be judged in no time',
  alerts: ['VisibilityEvaluationSlow'],
  begin: async (world) => {
    const { sql } = world.database.pool;
    const draft = { target: 'product', priority: 1, enabled: true, effect: 'deny' };
    const condition = Array.from({ length: 30 }, (_, at) => `product.mpn.endsWith("Nothing ${at}")`).join(' || ');
    await world.ask('POST', 'admin/visibility-policies', { ...draft, label: 'the first of many', condition });
    await sql`
      insert into visibility_policy (id, version, document, recorded_by)
      select 'vis_many_' || each, version, document, recorded_by
      from (select * from visibility_policy where document::text like '%the first of many%') as policy,
        generate_series(1, 450) as each`;
    const body = await world.ask('POST', 'admin/visibility-policies', { ...draft, label: 'the last', condition });
    const stop = again(() => search(world), 2);
    return async () => {
      await stop();
      await sql`delete from visibility_policy where id like 'vis_many_%'`;
      await world.ask('DELETE', `admin/visibility-policies/${String(body.id)}?expected_version=1`);
      await search(world);
    };
  },
};

/** A language model that answers with nothing usable. */
const uselessModel: Episode = {
  cause: 'a language model that gives no usable answer',
  alerts: ['LanguageModelFails'],
  begin: async ({ ask, database, model }) => {
    model.answer('no JSON');
    const parts = await database.pool.sql<{ id: string }[]>`
      select distinct product_id as id from offer where product_id is not null and description is not null limit 5`;
    const jobs = await Promise.all(
      parts.map(({ id }) =>
        ask('POST', 'enrichment-jobs', { type: 'refresh_characteristics', target: { product_id: id } }, 'customer'),
      ),
    );
    return async () => {
      model.answer('{"characteristics": []}');
      for (const body of jobs) await ask('DELETE', `enrichment-jobs/${String(body.id)}`, undefined, 'customer');
    };
  },
};

/** A job whose process has gone with it for longer than it may take, which is minutes. */
const forgottenJob: Episode = {
  cause: 'a job that takes longer than it may',
  alerts: ['EnrichmentJobsTimeOut', 'EnrichmentJobsSlow'],
  begin: async ({ ask, database }) => {
    const { sql } = database.pool;
    await ask('POST', 'admin/connectors/borealis/pause', { reason: 'to look at it', ttl: '1h' });
    const job = { type: 'refresh_observation', target: { supplier_id: 'borealis' } };
    const { id } = await ask('POST', 'enrichment-jobs', job, 'customer');
    await eventually(async () => {
      const rows = await sql`
        update enrichment_job set started_at = started_at - interval '1 day', token = token + 1, owner = 'gone',
          owned_until = now()
        where id = ${String(id)} and started_at is not null returning id`;
      return rows.length === 1;
    });
    return async () => void (await ask('POST', 'admin/connectors/borealis/resume'));
  },
};

/** The analytical engine takes nothing, while suppliers go on being asked. */
const refusingEngine: Episode = {
  cause: 'an analytical engine that refuses what it is given',
  alerts: ['AnalyticsLagHigh', 'AnalyticsIngestionErrors'],
  begin: async ({ clickHouse }) => {
    clickHouse?.refuse(true);
    return async () => clickHouse?.refuse(false);
  },
};

/** The one that is over soonest: the others take a minute each or more. */
export const fewEpisodes: readonly Episode[] = [brokenPolicy];

/** All that can be brought about. */
export const allEpisodes: readonly Episode[] = [
  ...fewEpisodes,
  refusedEvent,
  allFrozen,
  deadCredential,
  // Before the credential is refused: at a rate that was learned lower, use takes longer to show.
  spentBudget,
  refusedCredential,
  silentSupplier,
  lockedProducts,
  heldConnections,
  silentBus,
  stuckMatcher,
  orphans,
  changingPolicies,
  manyPolicies,
  uselessModel,
  forgottenJob,
  busyProcess,
  ...(hasEmbeddedEngine ? [refusingEngine] : []),
  workerGone,
];

/** Alerts that no episode brings about, and why. */
export const withoutEpisode: Readonly<Record<string, string>> = {
  ActorsRestart: 'an actor restarts by a bug only',
  EventArchiveStuck: 'the archive is told in days; test/ops/prometheus has its rule',
  ...(hasEmbeddedEngine
    ? {}
    : {
        AnalyticsLagHigh: 'the engine is not installed',
        AnalyticsIngestionErrors: 'the engine is not installed',
      }),
};
