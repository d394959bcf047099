/**
 * The closed set of log events: the stable name of each and what it means, which is also its `msg`. A log call with any other
 * name does not compile.
 */
export const logEvents = {
  'service.started': 'the service is ready',
  'service.stopping': 'the service is shutting down',
  'service.part.failed': 'a part of the service could not be stopped in good order',
  'service.stopped': 'the service has shut down',
  'service.failed': 'the service cannot go on',
  'store.unavailable': 'a store does not answer',
  'store.recovered': 'a store answers again',
  'store.partitions.failed': 'partitions for the coming months could not be made; it will be tried again',
  'budget.store.failed': 'the shared rate budgets do not answer; half of our share is used until they do',
  'budget.store.recovered': 'the shared rate budgets answer again',
  'ingestion.tick': 'a tick over a supplier begins',
  'ingestion.tick.end': 'a tick over a supplier has ended',
  'ingestion.bulk_snapshot.tick.summary': 'a tick that was run by hand has ended',
  'ingestion.bulk.phase': 'a phase of a tick changed state',
  'ingestion.queue.failed': 'what is to be looked up could not be read; it will be tried again',
  'ingestion.page.failed': 'a page could not be done; it will be tried again',
  'ingestion.bulk.progress': 'a long phase goes on',
  'ingestion.bulk.checkpoint': 'a page is stored and will not be fetched again',
  'ingestion.http.request.start': 'a supplier is being called',
  'ingestion.http.request.end': 'a supplier has answered, or has not',
  'credential.failing': 'a supplier credential works no longer',
  'credential.recovered': 'a supplier credential works again',
  'connector.unusable': 'nothing can be done with a credential; its supplier, plug-in or secret is not as it should be',
  'ingestion.observation.rejected': 'an observation cannot be applied and was set aside',
  'matching.failed': 'a batch of match decisions could not be made; it will be tried again',
  'matching.rematch.failed': 'offers could not be decided again; it will be tried again',
  'matching.rematch.finished': 'a run that decides offers again has ended',
  'demand.failed': 'how much products are asked for could not be stored or ranked; it will be tried again',
  'profiles.failed': 'the identity profiles could not be read; those known before hold until it succeeds',
  'outbox.publish.failed': 'an event could not be published; it will be tried again',
  'outbox.parked': 'an event could not be published five times and was parked',
  'bus.batch.failed': 'a consumer failed on a batch; what it left will be delivered again',
  'bus.message.dead': 'a message cannot be processed and went to the dead letters',
  'bus.listener.failed': 'a listener failed on a signal',
  'request.failed': 'a request was answered with an error of the service',
  'actor.restarted': 'an actor had a fault and was restarted',
  'actor.stopped': 'a fault has stopped an actor',
  'actor.stop.failed': 'an actor could not end its work in good order',
  'actor.escalated': 'an actor could not be kept alive',
  'actor.dead_letter': 'a message reached no actor',
} as const satisfies Record<string, string>;

/** The name of a log event. */
export type LogEvent = keyof typeof logEvents;
