import type { ServerHttp2Stream } from 'node:http2';
import { Failure } from '../../../domain/errors.ts';
import type { Connection } from './connection.ts';
import type { KeyedMethod, OpenMethod } from './guarded-method.ts';
import { type MessageFault, MessageFrames } from './message-frames.ts';
import type { WaitingCall, WaitingCalls } from './waiting-calls.ts';

/**
 * How much may be kept of requests, in bytes: of a stream of messages the unfinished one, else all
 * until the answer.
 */
export interface BufferLimits {
  readonly ofConnection: number;
  readonly inAll: number;
}

/** What the calls of one server have in common at its door. */
export interface CallTrackingContext {
  readonly waiting: WaitingCalls;
  readonly limits: BufferLimits;
  /** Of all connections together. */
  keptBytes: number;
  /** Ends a call for what its caller has sent, or has not. */
  readonly refuse: (stream: ServerHttp2Stream, failure: Failure) => void;
}

/** What is followed of a call. */
export interface TrackedState {
  readonly stream: ServerHttp2Stream;
  readonly connection: Connection;
  readonly method: KeyedMethod | OpenMethod;
  readonly following: CallTrackingContext;
}

const tooLate = () => new Failure('deadline_exceeded', 'the request did not come whole in time');

const bufferExhausted = () => new Failure('exhausted', 'too much of requests is under way', { retryAfterMs: 1_000 });

/** A request that is no larger is taken although others hold all that may be kept. */
const smallBytes = 65_536;

/** Why a call is refused for its messages. */
const refusals: Readonly<Record<MessageFault, () => Failure>> = {
  compressed: () => new Failure('unimplemented', 'messages must not be compressed; send them with encoding identity'),
  too_large: () => new Failure('too_large', 'a message of the request is larger than is accepted'),
  pieces: () => new Failure('exhausted', 'the message comes in too many pieces'),
};

/**
 * A call from its admission to its end: how much of its request has arrived, and whether it arrives
 * in time.
 */
export class TrackedCall implements WaitingCall {
  sinceMs = 0;
  isWaiting = false;
  previous: WaitingCall | undefined = undefined;
  next: WaitingCall | undefined = undefined;
  private readonly followed: TrackedState;
  private readonly frames: MessageFrames;
  private callBytes = 0;
  private keptBytes = 0;

  constructor(followed: TrackedState) {
    this.followed = followed;
    this.frames = new MessageFrames(followed.method.maxMessageBytes);
    followed.following.waiting.add(this);
  }

  /** Something of the request has come. */
  take(chunk: Uint8Array): void {
    const messagesBefore = this.frames.messages;
    const failure = this.measure(chunk);
    if (failure !== undefined) this.refuse(failure);
    else if (this.followed.method.isRequestStream) this.wait(this.frames.messages > messagesBefore);
  }

  /** The call has ended. */
  end(): void {
    this.followed.following.waiting.remove(this);
    this.keep(0);
  }

  stillWaits(): boolean {
    const { stream, method } = this.followed;
    return !(stream.destroyed || stream.closed) && (method.isRequestStream || !stream.readableEnded);
  }

  tooLate(): void {
    this.refuse(tooLate());
  }

  /** Tells what is wrong with what has come. */
  private measure(chunk: Uint8Array): Failure | undefined {
    const { method } = this.followed;
    const fault = this.frames.take(chunk);
    if (fault !== undefined) return refusals[fault]();
    this.callBytes += chunk.length;
    if (method.kind === 'open' && this.callBytes > method.maxCallBytes) return refusals.too_large();
    this.keep(method.isRequestStream ? this.frames.unfinishedBytes : this.callBytes);
    return this.isOverLimit() ? bufferExhausted() : undefined;
  }

  /**
   * Between two messages a stream may be silent for as long as it likes; one that has begun must
   * come whole.
   */
  private wait(isAnother: boolean): void {
    const { waiting } = this.followed.following;
    if (this.frames.unfinishedBytes === 0) waiting.remove(this);
    else if (!this.isWaiting || isAnother) waiting.add(this);
  }

  private refuse(failure: Failure): void {
    this.followed.following.refuse(this.followed.stream, failure);
  }

  private keep(bytes: number): void {
    const change = bytes - this.keptBytes;
    this.keptBytes = bytes;
    this.followed.connection.keptBytes += change;
    this.followed.following.keptBytes += change;
  }

  private isOverLimit(): boolean {
    if (this.keptBytes <= smallBytes) return false;
    const { connection, following } = this.followed;
    const { ofConnection, inAll } = following.limits;
    return connection.keptBytes > ofConnection || following.keptBytes > inAll;
  }
}
