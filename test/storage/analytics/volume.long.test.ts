import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasEmbeddedEngine } from '../../support/analytics.ts';
import { countRows, fillVolume, p95Of, questions, type Volume, wallClock } from './volume.scenario.ts';

const total = 5_000_000;

describe.skipIf(!hasEmbeddedEngine)('five million observations in the embedded engine', () => {
  let volume: Volume;
  beforeAll(async () => {
    volume = await fillVolume(total);
  }, 1_800_000);
  afterAll(() => volume?.fixture.close());

  test('arrive at 20,000 a second or more, two kills of its process included', () => {
    expect(volume.kills).toBe(2);
    expect(volume.rowsPerSecond).toBeGreaterThan(20_000);
  });

  test('are all there, each once', async () => {
    expect(await countRows(volume)).toBe(total);
  });

  test.each(Object.entries(questions))('%s is answered in less than 200 ms at its p95', async (_, ask) => {
    expect(await p95Of((turn) => ask(volume.store, turn * 37), 100, wallClock)).toBeLessThan(200);
  });
});
