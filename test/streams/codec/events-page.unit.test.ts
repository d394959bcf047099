import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confirmationSubject, eventSubjects, givenPricesSubject, observationSubject } from '../../../domain/events.ts';
import type { CredentialRef } from '../../../domain/offers/offer.ts';
import { deadLetterHeaders } from '../../../streams/bus/delivery/dead-letter.ts';
import { defaultRetentionMs, retentionOfMs, streamNames } from '../../../streams/bus/delivery/topology.ts';
import {
  decodeConfirmation,
  decodeEvent,
  decodeObservation,
  decodeQuotedPrices,
  encodeConfirmation,
  encodeEvent,
  encodeObservation,
  encodeQuotedPrices,
} from '../../../streams/codec/codec.ts';
import { changedOffersSignal } from '../../../streams/normalizer/normalizer.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
const context = { correlationId: 'cor_1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

/** The first example under each subject's heading. */
const examples = new Map(
  [...page.matchAll(/^### `([^`]+)`$[\s\S]*?```json\n([\s\S]*?)```/gmu)].map(([, subject, json]) => [
    subject ?? '',
    json ?? '',
  ]),
);

const example = (subject: string): string => examples.get(subject) ?? '';

const credential: CredentialRef = {
  id: 'crd_acme_1',
  supplierId: 'acme',
  scope: 'customer',
  ownerId: 'cus_1',
  label: 'Acme, main account',
  failingSince: undefined,
};

describe('docs/events.md', () => {
  it('has every subject that is published, and no other', () => {
    expect([...examples.keys()].sort()).toEqual(
      [observationSubject, confirmationSubject, givenPricesSubject, ...Object.values(eventSubjects)].sort(),
    );
  });

  it.each(Object.values(eventSubjects))('shows %s as it is written', (subject) => {
    const event = decodeEvent(subject, Buffer.from(example(subject)));
    const message = encodeEvent({
      position: 1n,
      aggregateType: 'any',
      aggregateId: 'any',
      version: 1,
      event,
      recordedAt: new Date(0),
      ...context,
    });
    expect(JSON.parse(Buffer.from(message.payload).toString())).toEqual(JSON.parse(example(subject)));
  });

  it('shows an observation as it is written, and names every header', () => {
    const observation = decodeObservation(Buffer.from(example(observationSubject)));
    const message = encodeObservation(observation, credential, context);
    expect(JSON.parse(Buffer.from(message.payload).toString())).toEqual(JSON.parse(example(observationSubject)));
    for (const name of [...Object.keys(message.headers), ...Object.values(deadLetterHeaders)]) {
      expect(page).toContain(`| \`${name}\` |`);
    }
  });

  it('shows a confirmation as it is written', () => {
    const confirmation = decodeConfirmation(Buffer.from(example(confirmationSubject)));
    const message = encodeConfirmation(confirmation, credential, context);
    expect(JSON.parse(Buffer.from(message.payload).toString())).toEqual(JSON.parse(example(confirmationSubject)));
  });

  it('shows prices given as they are written', () => {
    const prices = decodeQuotedPrices(Buffer.from(example(givenPricesSubject)));
    const message = encodeQuotedPrices({ id: 'pgv_1', prices });
    expect(JSON.parse(Buffer.from(message.payload).toString())).toEqual(JSON.parse(example(givenPricesSubject)));
  });

  it('names every stream with the time that it keeps messages, and the signals', () => {
    for (const name of streamNames) {
      const days = retentionOfMs(name, defaultRetentionMs) / (24 * 3_600_000);
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` .* ${days} days? \\|$`, 'mu'));
    }
    expect(page).toContain(`\`${changedOffersSignal}\``);
  });
});
