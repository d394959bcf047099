import fc from 'fast-check';
import { Failure } from '../../../domain/errors.ts';
import { confirmationSubject, eventSubjects, observationSubject } from '../../../domain/events.ts';
import type { CredentialRef } from '../../../domain/offers/offer.ts';
import {
  decodeConfirmation,
  decodeEvent,
  decodeObservation,
  decodeQuotedPrices,
  encodeConfirmation,
  encodeObservation,
  encodeQuotedPrices,
} from '../../../streams/codec/codec.ts';
import { eventToJson } from '../../../streams/codec/events.ts';
import { confirmation } from '../../support/confirmations.ts';
import { eventSamples, untraced } from '../../support/event-samples.ts';
import { givenPrice } from '../../support/given-prices.ts';
import { observation, priceOf, stockOf } from '../../support/observations.ts';
import { mutatedJson, mutatedTexts } from '../mutations.ts';
import { bytesOf, expectThat, type FuzzTarget, textOf } from '../target.ts';

/**
 * Messages on the bus, which anybody with access to it may publish. In a file of a message the
 * first line is its subject, and the rest is its payload.
 */

const pricesSubject = 'given_prices';

const credential: CredentialRef = {
  id: 'crd_1',
  supplierId: 'borealis',
  scope: 'system',
  ownerId: undefined,
  label: 'house account',
  failingSince: undefined,
};

const observed = observation('A-1', {
  price: priceOf('0.05'),
  stock: stockOf(10),
  minimumOrderQuantity: 10,
  orderMultiple: 5,
  packaging: 'reel',
  leadTimeDays: 7,
  description: { manufacturer: 'Yageo', mpn: 'RC0603', text: 'Resistor', attributes: { tolerance: '1%' } },
});

const confirmed = confirmation({ offerIds: ['ofr_1', 'ofr_2'], price: true, stock: true });

const payloads: readonly (readonly [subject: string, payload: unknown])[] = [
  [observationSubject, JSON.parse(textOf(encodeObservation(observed, credential, untraced).payload))],
  [confirmationSubject, JSON.parse(textOf(encodeConfirmation(confirmed, credential, untraced).payload))],
  [pricesSubject, JSON.parse(textOf(encodeQuotedPrices({ id: 'b_1', prices: [givenPrice()] }).payload))],
  ...Object.values(eventSamples).map((event) => [eventSubjects[event.type], eventToJson(event)] as const),
];

const mutatedMessage = ([subject, payload]: (typeof payloads)[number]): fc.Arbitrary<Uint8Array> =>
  fc
    .oneof(
      { weight: 4, arbitrary: mutatedJson([payload]) },
      { weight: 1, arbitrary: mutatedTexts([JSON.stringify(payload)], ['{', '}', '[', ']', '"', ':', ',']) },
    )
    .map((text) => bytesOf(`${subject}\n${text}`));

const decode = (subject: string, payload: Uint8Array): void => {
  if (subject === observationSubject) {
    const { supplierSku, observedAt, price } = decodeObservation(payload);
    expectThat(supplierSku !== '', 'an observation has a SKU');
    expectThat(!Number.isNaN(observedAt.getTime()), 'an observation has an instant');
    if (price?.kind === 'ladder') expectThat(price.ladder.breaks.length > 0, 'a ladder has breaks');
  } else if (subject === confirmationSubject) {
    const { seenAt, confirmed } = decodeConfirmation(payload);
    expectThat(!Number.isNaN(seenAt.getTime()), 'a confirmation has an instant');
    expectThat(
      confirmed.every(({ offerIds }) => offerIds.length > 0),
      'a confirmation names offers',
    );
  } else if (subject === pricesSubject) decodeQuotedPrices(payload);
  else decodeEvent(subject, payload);
};

/** Observations, confirmations, prices given and events. */
export const busMessages: FuzzTarget = {
  inputs: fc.oneof(...payloads.map(mutatedMessage)),
  run: (input) => {
    const text = textOf(input);
    const end = text.indexOf('\n');
    const subject = text.slice(0, end);
    if (!payloads.some(([known]) => known === subject)) return;
    try {
      decode(subject, bytesOf(text.slice(end + 1)));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid_argument') throw error;
      expectThat(error.violations.length > 0, 'a refusal names the field');
    }
  },
};
