import { describe, expect, it } from 'vitest';
import { type BackPressureOptions, createBackPressure } from '../../../actors/connector/back-pressure.ts';
import { unavailable } from '../../../domain/errors.ts';

const living = new AbortController().signal;

/** A gate that holds at more than five, or at more than one for a page that can wait. */
const gateWith = (options: Partial<BackPressureOptions>) =>
  createBackPressure({
    backlog: async () => 0,
    limit: 5,
    unmatched: async () => 0,
    patientLimit: 1,
    random: () => 0.5,
    pause: async () => undefined,
    ...options,
  });

describe('back-pressure', () => {
  it('lets a page through only when few observations wait', async () => {
    const waiting = [9, 6, 5];
    let pauses = 0;
    const awaitRoom = gateWith({
      backlog: async () => waiting.shift() ?? 0,
      pause: async () => {
        pauses += 1;
      },
    });
    await awaitRoom(living);
    expect({ pauses, left: waiting }).toEqual({ pauses: 2, left: [] });
  });

  it('lets a page that can wait through when hardly any wait, or once it presses', async () => {
    const gate = (waiting: number[]) => gateWith({ backlog: async () => waiting.shift() ?? 0 });
    const calm = [4, 3, 2, 1, 0];
    await gate(calm)(living, { isPressing: async () => false });
    expect(calm).toEqual([0]);
    const unmatched = [3, 2, 1, 0];
    const gateOfMatches = gateWith({
      unmatched: async () => unmatched.shift() ?? 0,
    });
    await gateOfMatches(living);
    expect(unmatched).toHaveLength(4);
    await gateOfMatches(living, { isPressing: async () => false });
    expect(unmatched).toEqual([0]);
    const pressing = [9, 4, 4, 4, 0];
    let asked = 0;
    await gate(pressing)(living, { isPressing: async () => ++asked > 1 });
    expect({ pressing, asked }).toEqual({ pressing: [4, 0], asked: 2 });
    await expect(gate([4])(living, { isPressing: () => Promise.reject(unavailable('store', 100)) })).rejects.toThrow(
      'not available',
    );
  });

  it('says of a page whether more keeps it waiting than it gives way to by itself', async () => {
    const waiting = [9, 4, 9, 1];
    const told: boolean[] = [];
    const awaitRoom = gateWith({
      backlog: async () => waiting.shift() ?? 0,
    });
    await awaitRoom(living, { isPressing: async () => false, onHeldUp: (isHeldUp) => told.push(isHeldUp) });
    expect(told).toEqual([true, false, true]);
  });

  it('waits while the bus does not say how many wait, and goes on within seconds of its return', async () => {
    let silences = 1_000;
    const pauses: number[] = [];
    const awaitRoom = gateWith({
      backlog: async () => {
        silences -= 1;
        if (silences >= 0) throw unavailable('bus', 100);
        return 0;
      },
      pause: async (ms) => void pauses.push(ms),
    });
    await awaitRoom(living);
    expect(pauses).toHaveLength(1_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(2_500);
  });

  it('fails the page for what is no outage of the bus, and when it is told to end', async () => {
    const gateTo = (error: unknown) =>
      gateWith({
        backlog: () => Promise.reject(error),
        pause: async (_, end) => end.throwIfAborted(),
      });
    const fault = new TypeError('a fault');
    await expect(gateTo(fault)(living)).rejects.toBe(fault);
    const over = AbortSignal.abort(new Error('over'));
    await expect(gateTo(unavailable('bus', 100))(over)).rejects.toThrow('over');
  });
});
