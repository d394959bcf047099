import { describe, expect, it } from 'vitest';
import { type OfferView, withdrawnSince } from '../../../domain/offers/offer.ts';
import { hoursBefore } from '../../support/offers.ts';

const held = {};
const gone = (hours: number) => ({ withdrawnAt: hoursBefore(hours) });
const unused = <View extends object>(view: View) => ({ ...view, isOutOfUse: true as const });

type Views = readonly Pick<OfferView, 'withdrawnAt' | 'isOutOfUse'>[];

describe('an offer', () => {
  it.each<[what: string, views: Views, hours: number | undefined]>([
    ['is held where its one credential holds it', [held], undefined],
    ['is withdrawn where that no longer does', [gone(5)], 5],
    ['is withdrawn since the last of all says so', [gone(5), gone(3), gone(4)], 3],
    ['is held where the first holds it', [held, gone(5), gone(4)], undefined],
    ['is held where another does', [gone(5), held, gone(4)], undefined],
    ['is held where the last does', [gone(5), gone(4), held], undefined],
    ['is not held by a credential out of use', [gone(5), unused(held)], 5],
    ['is not withdrawn by one', [unused(gone(5)), held], undefined],
    ['is told by those where there are no others', [unused(gone(5)), unused(gone(3))], 3],
    ['is held by one of them', [unused(gone(5)), unused(held)], undefined],
  ])('%s', (_, views, hours) => {
    expect(withdrawnSince(views)).toEqual(hours === undefined ? undefined : hoursBefore(hours));
  });
});
