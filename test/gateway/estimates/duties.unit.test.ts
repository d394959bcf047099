import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TariffStatement } from '../../../domain/catalog/ports.ts';
import type { DutySchedule } from '../../../domain/pricing/duties/duty-schedule.ts';
import { withDuties } from '../../../gateway/estimates/duties.ts';
import { handNow, handOffer } from '../../support/hand-market.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** How often the tariff was asked, which takes a millisecond, and how many turns others had. */
const asked = async (codes: readonly string[]) => {
  const counts = { asked: 0, turns: 0 };
  const schedule: DutySchedule = {
    dutyOn: () => {
      counts.asked += 1;
      vi.advanceTimersByTime(1);
      return { kind: 'rate', rate: '0.1', millionths: 100_000 };
    },
  };
  const stated = codes.map((value, at): TariffStatement => {
    const source = { by: 'a', kind: 'supplier' } as const;
    return { productId: `p${at}`, fact: 'hts_code', value, source };
  });
  const offers = new Map(codes.map((_, at) => [`p${at}`, [handOffer(`p${at}`, 'a', 10)]]));
  const dutied = await withDuties(
    offers,
    {
      schedule,
      statements: { of: async () => stated },
      countries: new Set(['US']),
      shipsFrom: () => 'DE',
      at: handNow,
      nextTurn: async () => {
        counts.turns += 1;
      },
    },
    {},
  );
  expect([...dutied.values()].flat().map(({ duty }) => duty?.kind)).toEqual(codes.map(() => 'due'));
  return counts;
};

it('the tariff is asked once for the same goods', async () => {
  const same = Array.from({ length: 100 }, () => '85423900');
  expect(await asked([...same, '8533'])).toEqual({ asked: 2, turns: 0 });
});

it('other work has a turn after every four milliseconds', async () => {
  const codes = Array.from({ length: 12 }, (_, at) => String(85_420_000 + at));
  expect(await asked(codes)).toEqual({ asked: 12, turns: 3 });
});
