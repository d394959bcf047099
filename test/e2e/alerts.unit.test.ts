import { expect, it } from 'vitest';
import { allRules } from '../ops/prometheus/rules.ts';
import { allEpisodes, withoutEpisode } from './alerts.episodes.ts';
import { shortenedRules } from './alerts.rules.ts';

it('has an episode for every alert, or the reason why there is none', () => {
  const alerts = new Set(allRules().flatMap(({ alert }) => alert ?? []));
  const told = new Set([...allEpisodes.flatMap((episode) => episode.alerts), ...Object.keys(withoutEpisode)]);
  expect([...told].toSorted()).toEqual([...alerts].toSorted());
});

it('leaves no window of a rule as long as it is', () => {
  const rules = shortenedRules();
  expect(rules).not.toMatch(/\[\d+[smhd][:\]]|offset \d+[smhd]\b/);
  expect(rules).toContain('slo:burn_rate:5m');
});
