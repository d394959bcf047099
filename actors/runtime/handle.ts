/**
 * The actor runtime's door: the types that everything above it speaks. `system.ts` implements them
 * on nact, and no other folder imports nact.
 *
 * An actor is a value of state and a synchronous step. `receive` gets one message at a time and
 * returns the next state; it never awaits. Work that takes time is an effect: `context.perform`
 * runs it outside the mailbox and its result comes back as one more message, so that a pause or a
 * stop is handled while a supplier call hangs.
 */

/**
 * What became of a `tell`. The sender decides what to do about `full`: shed, wait or nak; nothing
 * is dropped in silence.
 */
export type TellOutcome = 'accepted' | 'full' | 'stopped';

/** Where an actor sends the answer to an ask. Only the first call of either counts. */
export interface ReplyTo<Reply> {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** How long an ask may take. */
export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * The address of an actor that understands `Message`. Invariant in `Message`: a handle of a wider
 * or narrower protocol is not accepted in its place.
 */
export interface Handle<in out Message> {
  /** The path from the root, for logs: `suppliers/acme/crd_1/session`. */
  readonly path: string;
  tell(message: Message): TellOutcome;
  /**
   * Sends a message that carries a way to answer, and waits for the answer. Rejects at once with
   * `ActorStopped` or `MailboxFull`, with the handler's error when the turn throws, with
   * `ActorRestarted` when a later fault takes the state that held the `replyTo`, with `AskTimedOut`
   * after the time, and with the signal's reason when aborted. It settles exactly once and leaves
   * no timer or listener behind. A message whose ask has settled before its turn is not handled.
   */
  ask<Reply>(build: (replyTo: ReplyTo<Reply>) => Message, options: AskOptions): Promise<Reply>;
  /** Never set; makes the type invariant. */
  readonly __protocol?: (message: Message) => Message;
}

/** What a fault means for the actor that had it. */
export type FaultClass =
  /** The world misbehaved; the actor's state is sound. Default: resume. */
  | 'transient'
  /**
   * This message cannot be handled; the state is sound. Default: drop it as a dead letter and
   * resume.
   */
  | 'poison'
  /** The state can no longer be trusted. Default: restart. */
  | 'fatal';

/** What the runtime does about a fault. */
export type Directive = 'resume' | 'restart' | 'stop' | 'escalate';

/**
 * How an actor is supervised. Restarts back off with jitter, twice as long each time; one more than
 * `maxRestarts` within `windowMs` escalates instead. To escalate is to stop and to let the parent
 * be judged, by its own supervision, for an `EscalatedFault`; at the root it stops the system.
 * After a fault in `start`, `resume` means `restart`.
 */
export interface Supervision {
  readonly classify: (error: unknown) => FaultClass;
  readonly directives: Readonly<Record<FaultClass, Directive>>;
  readonly maxRestarts: number;
  readonly windowMs: number;
  readonly backoff: { readonly initialMs: number; readonly maxMs: number };
}

/** What an actor may do besides returning a state. */
export interface Context<in out Message> {
  readonly self: Handle<Message>;
  /** Aborted when the actor stops or restarts; every effect gets it. */
  readonly signal: AbortSignal;
  /** The injected clock. */
  now(): Date;
  /**
   * Runs an effect outside the mailbox. Its result or its error comes back as a message, for which
   * room in the mailbox is kept from the start, so it is never refused. After a stop or restart the
   * result is discarded. A fault in `done` or `failed` is a fault of the actor.
   */
  perform<Result>(
    effect: (signal: AbortSignal) => Promise<Result>,
    done: (result: Result) => Message,
    failed: (error: unknown) => Message,
  ): void;
  /**
   * Sends a message to itself later; it is never refused. A new timer under a name replaces the old
   * one; all are cleared at stop and restart. The message of a replaced timer does not arrive,
   * even when the timer has fired already.
   */
  schedule(name: string, delayMs: number, message: Message): void;
  /**
   * Starts a child, or returns the living one of that name. Names are encoded, so any string will
   * do. A child that is stopping does not count as living: the new one starts when it has stopped.
   * Throws when the name is taken by another family.
   */
  child<ChildMessage, ChildState>(name: string, behaviour: Behaviour<ChildMessage, ChildState>): Handle<ChildMessage>;
  /** Stops a child and its descendants, deepest first; resolves when they have stopped. */
  stopChild(name: string): Promise<void>;
  /** The names of the living children. */
  children(): readonly string[];
  /** Stops this actor after the current turn. */
  stop(): void;
}

/** How an actor behaves. */
export interface Behaviour<in out Message, State> {
  /** The metric label of all actors of this kind: `credential`, `session`, `estimate`. */
  readonly family: string;
  /** Messages from outside that may wait; one more is answered `full`. */
  readonly mailboxCapacity: number;
  /**
   * The first state; called at start and at every restart, in a turn. May start effects, timers and
   * children.
   */
  readonly start: (context: Context<Message>) => State;
  /** One turn. Exhaustive over the message union, synchronous, free of I/O. */
  readonly receive: (state: State, message: Message, context: Context<Message>) => State;
  /**
   * Runs with the last state when the actor stops for good, after its children have; the runtime
   * waits for it up to its stop deadline. Not called when there is no state: the actor stops before
   * its start or between two incarnations.
   */
  readonly onStop?: (state: State) => Promise<void>;
  /** Left out: `defaultSupervision`. */
  readonly supervision?: Supervision;
}

/** An actor system: the root of a tree. */
export interface ActorSystem {
  /** Starts an actor under the root, or returns the living one of that name. */
  spawn<Message, State>(name: string, behaviour: Behaviour<Message, State>): Handle<Message>;
  /**
   * Stops the whole tree, deepest first; resolves when every `onStop` has ended or the deadline has
   * passed.
   */
  stop(deadlineMs: number): Promise<void>;
  /** Messages waiting and actors living, by family. */
  census(): ReadonlyMap<string, { readonly actors: number; readonly waiting: number }>;
}

/**
 * What the runtime reports; the composition root turns it into metrics and log events. No payload
 * is ever passed. Called in the middle of a turn, so it must be quick and must not throw.
 */
export interface RuntimeObserver {
  /** A turn has ended. */
  handled(family: string, outcome: 'ok' | FaultClass, durationMs: number): void;
  /** A message was answered `full`. */
  rejected(family: string): void;
  /** An actor had a fault and will start again after its back-off. */
  restarted(family: string, path: string, error: unknown): void;
  /** A fault has stopped an actor: supervision said so, or it was restarted too often. */
  gaveUp(family: string, path: string, error: unknown): void;
  /** An `onStop` failed or was not waited for any longer; the actor is gone all the same. */
  stopFailed(family: string, path: string, error: unknown): void;
  /**
   * An accepted message was not handled: the actor stopped first, or the message is poison. What a
   * sender was answered `full` or `stopped` for is no dead letter, because the sender knows.
   */
  deadLetter(family: string, path: string, reason: 'stopped' | 'poison'): void;
  /** A fault that no supervisor took: the tree is being stopped and the process should end. */
  escalated(path: string, error: unknown): void;
}
