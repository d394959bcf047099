import { expect, it } from 'vitest';
import type { LineRisk } from '../../../domain/estimate/outcome.ts';
import { riskMessage } from '../../../gateway/estimates/estimate-words.ts';

/** A risk as it stands in a stored outcome, which another release may have written. */
const stored = (json: string): LineRisk => JSON.parse(json);

it.each([
  ['{"code":"duty_unknown","figures":{}}', 'The import duty is not known and not counted.'],
  [
    '{"code":"duty_unknown","figures":{"missing":"rate, moon"}}',
    'The import duty is not known and not counted: no rate is stated for its tariff number and origin; moon.',
  ],
  [
    '{"code":"duty_unknown","figures":{"goods":"12.5","missing":"ships_from"}}',
    'The import duty on goods of 12.5 is not known and not counted: nobody says where it ships from.',
  ],
  ['{"code":"moon_phase","figures":{"phase":"full","days":"3"}}', 'moon_phase: phase full, days 3.'],
  ['{"code":"moon_phase","figures":{}}', 'moon_phase.'],
  ['{"code":"constructor","figures":{}}', 'constructor.'],
])('a risk %s is told as "%s"', (json, told) => expect(riskMessage(stored(json))).toBe(told));
