import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type RequestMetrics, requestMetrics } from './request-metrics.ts';

/**
 * The metric catalogue: every metric that the service exposes, by the names and labels of the
 * specification, each with what it counts and what a rise means. No label takes a value that a
 * caller can choose.
 */

/**
 * Why a caller is not known: no key, one that cannot be one, one that is not known, a token that is
 * not good, or no telling.
 */
export type AuthFailure = 'missing' | 'malformed' | 'unknown_key' | 'bad_token' | 'unavailable';

/** Why a request was refused although its caller is known, or before that was asked. */
export type Refusal =
  | 'failures'
  | 'rate'
  | 'quota'
  | 'streams'
  | 'keys'
  | 'connections'
  | 'overload'
  | 'request'
  | 'history';

/** A service whose requests are counted: the prefix of its three metrics. */
export type RequestPrefix = 'catalog' | 'offers' | 'pricing' | 'estimate' | 'enrichment' | 'webhooks' | 'admin';

/** With the objective of 300 ms among the bounds, so that it is counted and not estimated. */
const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60];
/** For what should take a small part of a request. */
const smallSeconds = [
  0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
];
const bytes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const requestLabels = ['method', 'code'] as const;

/**
 * Creates the catalogue on a registry of its own, so that two services in one process do not share
 * counts.
 */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  // CPU, memory, garbage collection, event-loop delay and handles, by the names that Prometheus
  // users know.
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name, help, buckets, labelNames, registers });
  const requests = (prefix: RequestPrefix): RequestMetrics =>
    requestMetrics({
      requests: counter(
        `${prefix}_requests_total`,
        'Requests answered, at either edge, by gRPC status name.',
        requestLabels,
      ),
      errors: counter(
        `${prefix}_errors_total`,
        'Requests not answered OK. A rise of INTERNAL, UNAVAILABLE or DEADLINE_EXCEEDED is ours; the rest is what callers send.',
        requestLabels,
      ),
      duration: histogram(
        `${prefix}_request_duration_seconds`,
        'Time from the arrival of a request to its answer, by edge (http, grpc); of a stream, to its end.',
        seconds,
        ['method', 'edge'],
      ),
    });
  return {
    registry,
    /** Rate, errors and duration of the requests of each service. */
    requests: {
      catalog: requests('catalog'),
      offers: requests('offers'),
      pricing: requests('pricing'),
      estimate: requests('estimate'),
      enrichment: requests('enrichment'),
      webhooks: requests('webhooks'),
      admin: requests('admin'),
    } satisfies Record<RequestPrefix, RequestMetrics>,
    callers: {
      authFailures: counter(
        'authentication_failures_total',
        'Requests without a known caller, by reason. A rise of unknown_key: a revoked key is still in use, or keys are guessed.',
        ['reason'],
      ),
      refused: counter(
        'requests_refused_total',
        'Requests refused before their work began: over the rate, quota or streams of their key, after too many failed authentications of their address, or over what the process can do.',
        ['reason'],
      ),
      itemErrors: counter(
        'item_errors_total',
        'Items of streams and lists that were answered with an error in their place, by operation and code; their requests count as answered. A rise: a caller sends what does not fit, or asks for what is gone.',
        ['operation', 'code'],
      ),
    },
    ingestion: {
      payloadFetched: counter(
        'ingestion_payload_fetched_total',
        'Supplier answers read. Flat while a tick runs: the supplier or the budget holds it up.',
        ['supplier_id', 'credential_id', 'endpoint'],
      ),
      payloadSize: histogram(
        'ingestion_payload_size_bytes',
        'Size of supplier answers. A fall to nothing means empty answers.',
        bytes,
        ['supplier_id'],
      ),
      stageDuration: histogram(
        'ingestion_normalization_duration_seconds',
        'Time an answer or a batch spends in a stage: fetch, parse, normalize, emit.',
        seconds,
        ['supplier_id', 'stage'],
      ),
      backlog: gauge(
        'ingestion_backlog_size',
        'What waits before a stage, by supplier: look-ups of the most wanted parts before fetch, observations before normalize. A lasting rise means that the stage is too slow.',
        ['supplier_id', 'stage'],
      ),
      observationsEmitted: counter(
        'ingestion_observations_emitted_total',
        'Observations that the bus has acknowledged.',
        ['supplier_id', 'scope'],
      ),
      observationsConfirmed: counter(
        'ingestion_observations_confirmed_total',
        'Observations that said what was known already, and were not put on the bus.',
        ['supplier_id', 'scope'],
      ),
      pricesHeld: counter(
        'ingestion_prices_held_total',
        'Prices held back because they jump from the one before. Many at once: the supplier, or how it is read, has changed.',
        ['supplier_id'],
      ),
      lag: gauge(
        'ingestion_lag_seconds',
        'Age of the last completed tick of a supplier, of its live credential for which it is oldest. A rise beyond the tick interval means stale prices.',
        ['supplier_id'],
      ),
      fallbackLocal: counter(
        'rate_limiter_fallback_local_total',
        'Decisions over rate budgets made without the shared store, at half of the rate. A rise: the store is away or slow.',
      ),
      usageRatio: gauge(
        'vendor_credential_usage_ratio',
        'Share of the rate in force that a credential uses, the same in every process. Near 1 for long: the rate holds its freshness back.',
        ['credential_id'],
      ),
      refusedInARow: gauge(
        'vendor_credential_refused_in_a_row',
        'Answers 429 or 403 since the last other answer. From 5 on the supplier has turned the credential away.',
        ['credential_id'],
      ),
      consumerLag: gauge(
        'consumer_lag_messages',
        'Messages of the bus that a consumer has not yet settled. A lasting rise: it is too slow, or down.',
        ['consumer'],
      ),
      topOffers: gauge(
        'ingestion_top_offers',
        'Offers of the most wanted products of which a price or a stock was ever observed.',
        ['data'],
      ),
      topOffersStale: gauge(
        'ingestion_top_offers_stale',
        'Those of them whose latest price or stock is older than its objective: 6 and 2 hours.',
        ['data'],
      ),
      topOldest: gauge(
        'ingestion_top_offers_oldest_seconds',
        'Age of the oldest of their latest prices or stocks. A steady rise: one offer is not asked for any more.',
        ['data'],
      ),
      pagesHeldUp: gauge(
        'ingestion_pages_held_up',
        'Pages that connectors do not fetch yet, because too many observations wait to be applied. Above 0 for long: the normalizer is slow or away.',
        ['supplier_id'],
      ),
      sessionRefreshFailed: counter(
        'session_refresh_failed_total',
        'Sign-ins that a supplier refused or did not answer. Several in a row: the credential needs its owner.',
        ['credential_id'],
      ),
      signInsFailedInARow: gauge(
        'vendor_credential_sign_ins_failed_in_a_row',
        'Sign-ins of a credential that failed since the last that did not. From 4 on it needs its owner.',
        ['credential_id'],
      ),
      breakerOpened: counter(
        'circuit_breaker_open_total',
        'Times that the breaker in front of a supplier opened for a credential, which is failing from then on.',
        ['credential_id'],
      ),
      calls: {
        requests: counter(
          'ingestion_requests_total',
          'Calls to a supplier by the status code, or why there was no answer, and by what that means for the credential.',
          ['supplier_id', 'endpoint', 'status', 'outcome'],
        ),
        errors: counter(
          'ingestion_errors_total',
          'Calls to a supplier that did not bring what was asked for, by what the answer means. A rise of blocked or authentication: the credential needs its owner.',
          ['supplier_id', 'endpoint', 'outcome'],
        ),
        duration: histogram(
          'ingestion_request_duration_seconds',
          'Time of calls to a supplier, from sending to the last byte.',
          seconds,
          ['supplier_id', 'endpoint'],
        ),
      },
    },
    matching: {
      decisions: counter(
        'matching_decisions_total',
        'First match decisions of offers by confidence. A rising share of weak and unmatched means bad data or a missing alias.',
        ['confidence'],
      ),
      decisionDuration: histogram('matching_decision_duration_seconds', 'Time of a decision by strategy.', seconds, [
        'strategy',
      ]),
      backlog: gauge('matching_backlog_size', 'Offers that wait for a decision.'),
      orphans: gauge(
        'matching_orphan_pool_size',
        'Offers decided unmatched. Growth means products missing from the catalogue.',
      ),
      rematchDecisions: counter(
        'matching_rematch_decisions_total',
        'Match decisions over offers that had been decided before, by confidence.',
        ['confidence'],
      ),
      rematchRuns: counter(
        'matching_rematch_runs_total',
        'Runs that decided offers again, finished, by what started them. Many of alias_changed: aliases arrive one by one.',
        ['trigger'],
      ),
    },
    webhooks: {
      notices: counter(
        'webhook_notices_total',
        'Notices written for endpoints. Flat while estimates and jobs move: nobody has asked for them, or events wait.',
      ),
      attempts: counter(
        'webhook_attempts_total',
        'Attempts to deliver a notice, by outcome: the class of the status, timeout, unreachable or not_allowed.',
        ['outcome'],
      ),
      failedAttempts: counter(
        'webhook_attempt_failures_total',
        'Attempts that no receiver has taken, by outcome. A rise: receivers are down or refuse what they are sent.',
        ['outcome'],
      ),
      attemptDuration: histogram(
        'webhook_attempt_duration_seconds',
        'Time that a receiver took to answer, up to the time it is given.',
        seconds,
      ),
      delay: histogram(
        'webhook_delivery_delay_seconds',
        'Time from the writing of a notice until a receiver took it, all attempts included.',
        [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600, 14_400, 86_400],
      ),
      dead: counter(
        'webhook_deliveries_dead_total',
        'Notices given up after an attempt, by reason: deadline or gone. A rise: customers lack notices until they replay them.',
        ['reason'],
      ),
      watchLooks: counter(
        'watch_looks_total',
        'Looks at what is watched, by outcome: nothing, told or failed. Flat while prices change: nobody watches, or no worker runs.',
        ['outcome'],
      ),
      endpointsDisabled: counter(
        'webhook_endpoints_disabled_total',
        'Endpoints that the service has taken out of use, by reason: gone (they answered 410) or backlog.',
        ['reason'],
      ),
    },
    enrichment: {
      queued: counter(
        'enrichment_jobs_queued_total',
        'Jobs that were asked for and not pending before. A rise above what is completed: work comes faster than it is done.',
        ['type'],
      ),
      completed: counter('enrichment_jobs_completed_total', 'Jobs that have ended, by how: completed or failed.', [
        'type',
        'status',
      ]),
      failed: counter(
        'enrichment_jobs_failed_total',
        'Jobs that have failed, by reason. A rise of timeout: suppliers answer slowly, or their budgets are used up.',
        ['type', 'reason'],
      ),
      inFlight: gauge(
        'enrichment_jobs_in_flight',
        'Jobs under way in all processes together. At its limit for long: jobs wait for suppliers.',
        ['type'],
      ),
      waiting: gauge(
        'enrichment_jobs_waiting',
        'Jobs that no process works on yet. A lasting rise: more is asked for than suppliers answer, or no worker runs.',
        ['type'],
      ),
      duration: histogram(
        'enrichment_job_duration_seconds',
        'Time from the start of a job to its end.',
        [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800],
        ['type'],
      ),
      dedupHits: counter(
        'enrichment_jobs_dedup_hits_total',
        'Requests that joined a pending job instead of making another.',
      ),
    },
    estimates: {
      inFlight: gauge(
        'estimate_in_flight',
        'Estimates that this process works on, by the work: parse, optimise, revise, recompute; those that wait for suppliers count too. At its limit for long: they wait.',
        ['work'],
      ),
      ended: counter('estimate_ended_total', 'Estimates that became ready or an error, by optimization mode.', [
        'mode',
        'status',
      ]),
      failed: counter(
        'estimate_failed_total',
        'Estimates that ended with an error, by reason. A rise of timeout or internal is ours; the rest is what callers send.',
        ['reason'],
      ),
      duration: histogram(
        'estimate_build_duration_seconds',
        'Time from the request of an estimate to its end, by optimization mode and lines. The objective is 10 s for 95 of 100 of up to 200 lines.',
        [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
        ['mode', 'size'],
      ),
      gap: histogram(
        'estimate_optimality_gap',
        'Gap between the price of a basket and its proven bound, as a share of the price. 0: proven best.',
        [0, 0.0001, 0.001, 0.01, 0.05, 0.1, 0.5],
        ['mode'],
      ),
      recomputed: counter(
        'estimate_recomputed_total',
        'Ready estimates computed again because they or what they rest on has changed, by what came of it: changed, unchanged, failed.',
        ['outcome'],
      ),
    },
    languageModel: {
      calls: counter('llm_calls_total', 'Calls of a language model, by what they were for.', [
        'provider',
        'model',
        'intent',
      ]),
      tokens: counter(
        'llm_tokens_used_total',
        'Tokens that a language model has read (input) and written (output), as its provider counts them.',
        ['provider', 'direction'],
      ),
      faults: counter(
        'llm_call_faults_total',
        'Calls of a language model without a usable answer, by reason. refused: the key, the model or the rate is not accepted.',
        ['provider', 'reason'],
      ),
    },
    visibility: {
      evaluations: counter(
        'visibility_evaluations_total',
        'Targets judged by visibility policies. What is kept in memory as a caller sees it was judged before.',
        ['target_kind'],
      ),
      evaluationDuration: histogram(
        'visibility_evaluation_duration_seconds',
        'Time that judging the targets of one kind takes of one request.',
        smallSeconds,
        ['target_kind'],
      ),
      compileDuration: histogram(
        'visibility_compile_duration_seconds',
        'Time of compiling all policies, once after every change.',
        smallSeconds,
      ),
      cacheHits: counter('visibility_cache_hits_total', 'Requests whose caller was known under the present policies.'),
      cacheMisses: counter(
        'visibility_cache_misses_total',
        'Requests for whose caller the policies had to be decided first. A rise: more callers than are kept, or many changes.',
      ),
      filtered: counter('visibility_filtered_total', 'Targets hidden (deny) and targets with emptied fields (mask).', [
        'effect',
      ]),
      compileErrors: counter(
        'visibility_policy_compile_errors_total',
        'Stored policies that did not compile, counted each time that the policies are read. How many there are now: visibility_policies_broken.',
      ),
      broken: gauge(
        'visibility_policies_broken',
        'Stored policies that do not compile now. Each restricts all that it could; it must be saved anew or removed.',
      ),
      undecided: counter(
        'visibility_undecided_total',
        'Conditions that depended on what is not known of a target. Each counted against the caller; use has() in it.',
        ['target_kind'],
      ),
    },
    eventStore: {
      writes: counter('event_store_writes_total', 'Events appended.', ['aggregate_type', 'event_type']),
      outboxUnpublished: gauge(
        'outbox_unpublished_count',
        'Events not yet published. A rise means that the bus or the relay is down.',
      ),
      outboxParked: gauge(
        'outbox_parked',
        'Events that the bus refused five times. Listeners lack them until they are published by hand.',
      ),
      outboxLag: gauge('outbox_lag_seconds', 'Age of the oldest unpublished event.'),
      publishAttempts: counter(
        'outbox_publish_attempts_total',
        'Attempts to publish an event by outcome: published, failed, parked.',
        ['outcome'],
      ),
      archiverRuns: counter(
        'event_store_archiver_runs_total',
        'Runs that move old events out of the database: archived, idle, held, busy, failed. Any held or failed: the log names the month.',
        ['outcome'],
      ),
    },
    analytics: {
      ingestionLag: histogram(
        'ch_ingestion_lag_seconds',
        'Time from the publication of a message to its row in the analytical projection. A rise: the engine is slow or was away.',
        [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3_600],
        ['topic'],
      ),
      ingestionErrors: counter(
        'ch_ingestion_errors_total',
        'Inserts that the analytical engine did not take and are tried again, and messages set aside. A rise: it is away or full, or a message cannot be read.',
        ['topic'],
      ),
      queryDuration: histogram(
        'ch_query_duration_seconds',
        'Time of a question to the analytical engine, by its kind. A rise: more history, too little memory, or inserts in its way.',
        seconds,
        ['query_class'],
      ),
      givenPricesDropped: counter(
        'ch_prices_given_dropped_total',
        'Prices given that are missing from the analytical projection. A rise: the bus was away for longer than notes of them have room.',
      ),
    },
    database: {
      connectionWait: histogram(
        'database_connection_wait_seconds',
        'Time that a transaction waits for a connection. A rise: every connection is taken.',
        smallSeconds.concat(0.25, 0.5, 1, 2.5, 5, 10, 30),
      ),
    },
    actors: {
      handled: counter(
        'actor_messages_handled_total',
        'Messages handled by actor family and outcome. Anything but ok is a fault.',
        ['family', 'outcome'],
      ),
      duration: histogram(
        'actor_turn_duration_seconds',
        'Time of one actor turn. Above 5 ms it delays everything else in the process.',
        seconds,
        ['family'],
      ),
      rejected: counter('actor_messages_rejected_total', 'Messages refused because a mailbox was full.', ['family']),
      restarts: counter('actor_restarts_total', 'Actors restarted after a fault.', ['family']),
      deadLetters: counter('actor_dead_letters_total', 'Messages that reached no actor.', ['family', 'reason']),
      living: gauge('actor_living', 'Actors alive by family.', ['family']),
      waiting: gauge('actor_mailbox_depth', 'Messages waiting in the mailboxes of a family.', ['family']),
    },
  };
};

/** The metric catalogue of one service. */
export type Metrics = ReturnType<typeof createMetrics>;
