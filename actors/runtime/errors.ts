import { Failure } from '../../domain/errors.ts';

/** The message reached no actor: it had stopped, or stopped before it answered. */
export class ActorStopped extends Failure {
  constructor(path: string) {
    super('unavailable', 'a part of the service has stopped; try again', { internal: `${path} stopped` });
    this.name = 'ActorStopped';
  }
}

/**
 * The actor took the message, then had a fault and lost the state from which it would have
 * answered.
 */
export class ActorRestarted extends Failure {
  constructor(path: string, cause: unknown) {
    super('unavailable', 'a part of the service was restarted; try again', { internal: `${path} restarted`, cause });
    this.name = 'ActorRestarted';
  }
}

/** The actor's mailbox had no room for the message, which was not sent. */
export class MailboxFull extends Failure {
  constructor(path: string) {
    super('unavailable', 'a part of the service has too much to do; try again', {
      internal: `mailbox of ${path} full`,
    });
    this.name = 'MailboxFull';
  }
}

/**
 * The actor did not answer in time. The message may have been handled, and may still be when its
 * turn has begun.
 */
export class AskTimedOut extends Failure {
  constructor(path: string, timeoutMs: number) {
    super('deadline_exceeded', 'a part of the service did not answer in time', {
      internal: `${path} gave no answer within ${timeoutMs} ms`,
    });
    this.name = 'AskTimedOut';
  }
}

/**
 * What a supervisor gets to classify when a child has stopped because of a fault; `cause` is what
 * the child threw.
 */
export class EscalatedFault extends Error {
  /** The path of the child that is gone. */
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} could not be kept alive`, { cause });
    this.name = 'EscalatedFault';
    this.path = path;
  }
}
