import { every } from '../../../concurrency/delay.ts';

/** A call that waits for something of its caller. The links are those of the list it stands in. */
export interface WaitingCall {
  sinceMs: number;
  isWaiting: boolean;
  previous: WaitingCall | undefined;
  next: WaitingCall | undefined;
  /** Whether it still waits; who no longer does leaves the list unharmed. */
  stillWaits(): boolean;
  /** It has waited for as long as it may. */
  tooLate(): void;
}

/** Calls that wait, in the order in which they began to. */
export interface WaitingCalls {
  add(call: WaitingCall): void;
  remove(call: WaitingCall): void;
  stop(): void;
}

/** Times are told to so many milliseconds. */
const sweepMs = 250;

/**
 * Makes the list and looks at it four times a second. One list instead of a timer for each call:
 * calls that are answered at once, nearly all, cost a link and its removal. Links are undone, so
 * that a call that is over leads to no other.
 */
export const startWaitingCalls = (limitMs: number): WaitingCalls => {
  let first: WaitingCall | undefined;
  let last: WaitingCall | undefined;
  let nowMs = performance.now();

  const remove = (call: WaitingCall): void => {
    if (!call.isWaiting) return;
    const { previous, next } = call;
    if (previous === undefined) first = next;
    else previous.next = next;
    if (next === undefined) last = previous;
    else next.previous = previous;
    call.previous = undefined;
    call.next = undefined;
    call.isWaiting = false;
  };

  const stop = every(sweepMs, () => {
    nowMs = performance.now();
    while (first !== undefined && nowMs - first.sinceMs >= limitMs) {
      const call = first;
      remove(call);
      if (call.stillWaits()) call.tooLate();
    }
  });

  return {
    add: (call) => {
      remove(call);
      call.sinceMs = nowMs;
      call.isWaiting = true;
      call.previous = last;
      if (last === undefined) first = call;
      else last.next = call;
      last = call;
    },
    remove,
    stop,
  };
};
