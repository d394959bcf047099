/** How the two records are written (`habits.ts`), the lesser and the greater of each. */
import { type FeatureGroup, sorted, unknown } from './feature-group.ts';
import { habitNames } from './habits.ts';

const habits: FeatureGroup = {
  names: habitNames.flatMap((name) => [`habit_${name}_less`, `habit_${name}_more`]),
  measure: (a, b) => a.habits.flatMap((figure, at) => sorted(figure, b.habits[at] ?? unknown)),
};

/** All of them. */
export const habitGroups: readonly FeatureGroup[] = [habits];
