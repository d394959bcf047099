import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasEmbeddedEngine } from '../../support/analytics.ts';
import { countRows, engineClock, fillVolume, p95Of, questions, type Volume } from './volume.scenario.ts';

const total = 100_000;

describe.skipIf(!hasEmbeddedEngine)('a hundred thousand observations in the embedded engine', () => {
  let volume: Volume;
  beforeAll(async () => {
    volume = await fillVolume(total);
  });
  afterAll(() => volume?.fixture.close());

  test('are all there, each once, although its process was killed twice on the way', async () => {
    expect(volume.kills).toBe(2);
    expect(await countRows(volume)).toBe(total);
  });

  test.each(Object.entries(questions))('%s costs less than 200 ms of a processor at its p95', async (_, ask) => {
    expect(await p95Of((turn) => ask(volume.store, turn * 37), 20, engineClock(volume))).toBeLessThan(200);
  });
});
