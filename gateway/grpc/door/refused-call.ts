import { constants, type ServerHttp2Stream } from 'node:http2';
import type { WaitingCall } from './waiting-calls.ts';

/** A call that was refused, until its caller closes its half. */
export class RefusedCall implements WaitingCall {
  sinceMs = 0;
  isWaiting = false;
  previous: WaitingCall | undefined = undefined;
  next: WaitingCall | undefined = undefined;
  private readonly stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    this.stream = stream;
  }

  stillWaits(): boolean {
    return !(this.stream.destroyed || this.stream.closed);
  }

  tooLate(): void {
    this.stream.close(constants.NGHTTP2_NO_ERROR);
  }
}
