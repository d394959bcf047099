import type { ServerHttp2Stream } from 'node:http2';
import { Failure } from '../../../domain/errors.ts';
import type { Connection } from './connection.ts';
import type { KeyedMethod, OpenMethod } from './guarded-method.ts';
import type { WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** What is wrong with the messages of a call. */
type MessageFault = 'compressed' | 'too_large' | 'pieces';

/** What stands before each message: whether it is compressed, and its length in four bytes. */
const prefixLength = 5;

/**
 * An unfinished message in so many pieces must hold so much in each: every piece costs some 200
 * bytes while it is kept.
 */
const fewPieces = 256;
const minPieceBytes = 64;

/**
 * Follows the messages of a call as they come, byte by byte, and keeps none of them: how much of a
 * message has come, and what it says of itself. A length that is declared costs nothing; one that
 * is too large is known before its message comes.
 */
export class MessageFrames {
  /** Messages that have come whole. */
  messages = 0;
  private readonly maxBytes: number;
  private prefixRead = 0;
  private length = 0;
  private remaining = 0;
  private pieces = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** How much of a message has come that has begun and not ended; 0 between two messages. */
  get unfinishedBytes(): number {
    return this.prefixRead < prefixLength ? this.prefixRead : prefixLength + this.length - this.remaining;
  }

  /** Takes notice of what has come; tells what is wrong with it. */
  take(chunk: Uint8Array): MessageFault | undefined {
    let at = 0;
    while (at < chunk.length) {
      if (this.prefixRead < prefixLength) {
        const fault = this.takePrefix(chunk[at] ?? 0);
        if (fault !== undefined) return fault;
        at += 1;
      } else {
        const step = Math.min(this.remaining, chunk.length - at);
        this.remaining -= step;
        at += step;
      }
      if (this.prefixRead === prefixLength && this.remaining === 0) this.finish();
    }
    if (this.prefixRead === 0) return undefined;
    this.pieces += 1;
    return this.pieces > fewPieces && this.unfinishedBytes < this.pieces * minPieceBytes ? 'pieces' : undefined;
  }

  private takePrefix(byte: number): MessageFault | undefined {
    if (this.prefixRead === 0 && byte !== 0) return 'compressed';
    this.prefixRead += 1;
    this.length = this.length * 256 + byte;
    if (this.prefixRead < prefixLength) return undefined;
    this.remaining = this.length;
    return this.length > this.maxBytes ? 'too_large' : undefined;
  }

  private finish(): void {
    this.messages += 1;
    this.prefixRead = 0;
    this.length = 0;
    this.pieces = 0;
  }
}

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
