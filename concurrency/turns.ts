import { setImmediate } from 'node:timers/promises';

/** Waits for the next turn of the event loop. */
export const loopTurn = (): Promise<void> => setImmediate();

let last: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other work of this kind has. Work that takes long in
 * pieces of a few milliseconds waits here between them, so that whatever else the loop has to do
 * waits for one piece at most, however many such works are under way.
 */
export const nextTurn = async (): Promise<void> => {
  const turn = last.then(() => loopTurn());
  last = turn;
  await turn;
};
