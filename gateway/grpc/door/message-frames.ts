/** What is wrong with the messages of a call. */
export type MessageFault = 'compressed' | 'too_large' | 'pieces';

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
