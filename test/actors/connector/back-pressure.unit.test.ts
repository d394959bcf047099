import { describe, expect, it } from 'vitest';
import { createBackPressure } from '../../../actors/connector/back-pressure.ts';
import { unavailable } from '../../../domain/errors.ts';

const living = new AbortController().signal;

describe('back-pressure', () => {
  it('lets a page through only when few observations wait', async () => {
    const waiting = [9, 6, 5];
    let pauses = 0;
    const awaitRoom = createBackPressure({
      backlog: async () => waiting.shift() ?? 0,
      limit: 5,
      pause: async () => {
        pauses += 1;
      },
    });
    await awaitRoom(living);
    expect({ pauses, left: waiting }).toEqual({ pauses: 2, left: [] });
  });

  it('fails the page when the bus does not say how many wait, instead of fetching blindly', async () => {
    const awaitRoom = createBackPressure({
      backlog: () => Promise.reject(unavailable('bus', 100)),
      limit: 5,
      pause: async () => {},
    });
    await expect(awaitRoom(living)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
