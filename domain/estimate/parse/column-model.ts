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
const minOfSure = 0.5;

/** Cells that make a role less likely than this contradict any heading. */
const contradicted = 0.02;

/** Roles that so few files have that nothing was learned of their cells. */
const seldom: ReadonlySet<Role> = new Set(['do_not_place', 'place']);

/** What is left of a likelihood where the heading of another column surely says the role. */
const saidElsewhere = 0.5;

/** Roles of one column only, by which lines are counted. */
const counting: ReadonlySet<Role> = new Set(['quantity', 'reference']);

/** A heading that says less of a role does not name it. */
const minNamed = 0.4;

const isSaidElsewhere = ({ scores, elsewhere }: Column, role: Role): boolean =>
  counting.has(role) && (elsewhere[role] ?? 0) >= sureHeading && (scores[role] ?? 0) < minNamed;

/** What is left of the likelihood of a quantity where the column's heading surely says a price. */
const saidOtherwise = 0.1;

/** Whole prices look like quantities, and a wrong quantity costs the most. */
const isPrice = ({ scores }: Column): boolean =>
  Math.max(scores.price ?? 0, scores.line_price ?? 0) >= sureHeading && (scores.quantity ?? 0) < minNamed;

/** Names in words under a heading that does not say part number are hardly part numbers. */
const isWorded = ({ scores, evidence: { share } }: Column): boolean =>
  (scores.part_number ?? 0) < likelyHeading && share.words >= mostlyWords && share.part_number < hardlyNumbers;
const likelyHeading = 0.75;
const mostlyWords = 0.5;
const hardlyNumbers = 0.3;

/** What is left of a role's likelihood where a column itself speaks against it plainly. */
const leftOf = (column: Column, role: Role): number => {
  if (role === 'quantity' && isPrice(column)) return saidOtherwise;
  return role === 'part_number' && isWorded(column) ? saidElsewhere : 1;
};

/** How likely a column has each role, from 0 to 1. */
export const roleLikelihoods = (column: Column, weights: ColumnWeights = columnWeights): readonly number[] => {
  const figures = columnFigures(column);
  return roles.map((role) => {
    const own = weights[role];
    const alone = own === undefined ? 0 : logistic(logOdds(own, figures));
    const told = leftOf(column, role) * alone;
    const fitted = isSaidElsewhere(column, role) ? saidElsewhere * told : told;
    const isSure = (column.scores[role] ?? 0) >= sureHeading;
    return isSure && (fitted >= contradicted || seldom.has(role)) ? Math.max(fitted, minOfSure) : fitted;
  });
};
