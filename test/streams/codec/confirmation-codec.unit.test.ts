import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confirmationSubject } from '../../../domain/events.ts';
import { confirmationId } from '../../../domain/ids.ts';
import type { Confirmation } from '../../../domain/ingestion/confirmation.ts';
import { type CredentialScope, credentialScopes } from '../../../domain/offers/offer.ts';
import { decodeConfirmation, encodeConfirmation } from '../../../streams/codec/codec.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { confirmation } from '../../support/confirmations.ts';
import { untraced } from '../../support/event-samples.ts';

const filled = fc.string({ minLength: 1, unit: anyCharacter });
const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const offers = fc.record({
  offerIds: fc.array(filled, { minLength: 1, maxLength: 5 }),
  price: fc.boolean(),
  stock: fc.boolean(),
});
const confirmations: fc.Arbitrary<Confirmation> = fc.record({
  id: filled,
  supplierId: filled,
  credentialId: filled,
  seenAt: instant,
  runId: filled,
  phase: filled,
  confirmed: fc.array(offers, { minLength: 1, maxLength: 4 }),
});
const credentialOf = ({ credentialId: id, supplierId }: Confirmation, scope: CredentialScope = 'system') =>
  ({ id, supplierId, scope, ownerId: undefined, label: 'house account', failingSince: undefined }) as const;

test('a confirmation comes back as it was, under its own id and about its run', () => {
  fc.assert(
    fc.property(confirmations, fc.constantFrom(...credentialScopes), (given, scope) => {
      const message = encodeConfirmation(given, credentialOf(given, scope), untraced);
      expect(message).toMatchObject({ subject: confirmationSubject, messageId: given.id });
      expect(message.headers).toMatchObject({
        'ce-id': given.id,
        'ce-subject': given.runId,
        'ce-supplierid': given.supplierId,
        'ce-time': given.seenAt.toISOString(),
      });
      expect(decodeConfirmation(message.payload)).toEqual(given);
    }),
  );
});

const priced = { offerIds: ['ofr_1', 'ofr_2'], price: true, stock: false };

test.each([
  ['id', { id: null }],
  ['supplier_id', { supplier_id: '' }],
  ['credential.scope', { credential: { ref: 'crd_1', scope: 'everybody' } }],
  ['seen_at', { seen_at: 'today' }],
  ['confirmed', { confirmed: [] }],
  ['confirmed[1].offer_ids', { confirmed: [{ offer_ids: ['ofr_1'] }, { price: true }] }],
  ['confirmed[0].offer_ids', { confirmed: [{ offer_ids: ['ofr_1', ''] }] }],
  ['confirmed[0].stock', { confirmed: [{ offer_ids: ['ofr_1'], stock: 7 }] }],
])('what is bad is refused under its name: %s', (field, changes) => {
  const given = confirmation(priced);
  const json: object = JSON.parse(
    Buffer.from(encodeConfirmation(given, credentialOf(given), untraced).payload).toString(),
  );
  const payload = Buffer.from(JSON.stringify({ ...json, ...changes }));
  expect(() => decodeConfirmation(payload)).toThrow(
    expect.objectContaining({ kind: 'invalid_argument', violations: [expect.objectContaining({ field })] }),
  );
});

test('the same offers of a page have one id whenever it is fetched, and others another', () => {
  const page = { phase: 'prices', page: 3 };
  const id = confirmationId('run_1', page, [priced]);
  expect(confirmationId('run_1', page, [{ ...priced, offerIds: [...priced.offerIds] }])).toBe(id);
  const others = [
    confirmationId('run_2', page, [priced]),
    confirmationId('run_1', { ...page, page: 4 }, [priced]),
    confirmationId('run_1', { ...page, phase: 'stocks' }, [priced]),
    confirmationId('run_1', page, [{ ...priced, offerIds: ['ofr_1'] }]),
    confirmationId('run_1', page, [{ ...priced, stock: true }]),
    confirmationId('run_1', page, [
      { ...priced, offerIds: ['ofr_1'] },
      { ...priced, offerIds: ['ofr_2'], stock: true },
    ]),
  ];
  expect(new Set([id, ...others]).size).toBe(1 + others.length);
});
