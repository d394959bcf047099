import { logistic } from '../../matching/model/logistic.ts';
import { type Column, type ColumnWeights, columnFigures } from './column-features.ts';
import { columnWeights } from './column-weights.ts';
import { type Role, roles } from './roles.ts';

/**
 * What a column means, told by a logistic regression for each role over figures of its heading, its
 * cells, its neighbours and the arithmetic of the table. The weights were fitted on labelled lists
 * (`npm run train:bom`), whose columns also took part with their headings taken away, so that the
 * cells decide where words say nothing. Each figure has a name: what spoke for a role can be read
 * off the product of figure and weight.
 */

const logOdds = (weights: readonly number[], figures: readonly number[]): number =>
  figures.reduce((sum, figure, at) => sum + figure * (weights[at] ?? 0), 0);

/** What a heading must say to be believed where few files have shown what its cells look like. */
const sureHeading = 0.95;
const leastOfSure = 0.5;

/** Cells that make a role less likely than this contradict any heading. */
const contradicted = 0.02;

/** Roles that so few files have that nothing was learned of their cells. */
const seldom: ReadonlySet<Role> = new Set(['do_not_place', 'place']);

/** How likely a column has each role, from 0 to 1. */
export const roleLikelihoods = (column: Column, weights: ColumnWeights = columnWeights): readonly number[] => {
  const figures = columnFigures(column);
  return roles.map((role) => {
    const own = weights[role];
    const fitted = own === undefined ? 0 : logistic(logOdds(own, figures));
    const isSure = (column.scores[role] ?? 0) >= sureHeading;
    return isSure && (fitted >= contradicted || seldom.has(role)) ? Math.max(fitted, leastOfSure) : fitted;
  });
};
