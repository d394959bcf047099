import { expect, test } from 'vitest';
import { eventRow, projectedSubjects } from '../../../domain/analytics/event-row.ts';
import { type EventType, eventSubjects } from '../../../domain/events.ts';
import { eventSamples } from '../../support/event-samples.ts';

const origin = { messageId: 'offer:ofr_1:2', recordedAt: new Date('2026-03-01T12:00:00Z') };

test('the events that become rows are those whose subjects are read', () => {
  const types = Object.keys(eventSamples) as EventType[];
  const kept = types.filter((type) => eventRow(eventSamples[type], origin) !== undefined);
  expect(kept.map((type) => eventSubjects[type]).toSorted()).toEqual(projectedSubjects.toSorted());
});

test('a row says which message it is from and when that was recorded', () => {
  expect(eventRow(eventSamples['ingestion_run.failed'], origin)).toEqual({
    table: 'ingestion_run',
    row: {
      messageId: 'offer:ofr_1:2',
      runId: 'run_2',
      supplierId: 'acme',
      credentialId: 'crd_1',
      endedAt: origin.recordedAt,
      failure: 'no session',
      pages: 0,
      items: undefined,
      prices: undefined,
      stocks: undefined,
    },
  });
  expect(eventRow(eventSamples['credential.failing'], origin)).toMatchObject({
    table: 'credential_state',
    row: { state: 'failing', reason: expect.any(String), changedAt: origin.recordedAt },
  });
});
