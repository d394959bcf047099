/**
 * Baskets where orders have windows: which entry serves each row, what that costs with the orders
 * as they come out, and a local search over them. Costs are in units of the structure.
 */
import type { OrderWindow } from '../order-windows.ts';
import type { Stepped } from './stepped.ts';

/** A basket that is being changed. */
export interface Assignment {
  readonly stepped: Stepped;
  /** The entry of each row; -1: the row's variant is not chosen. */
  readonly entryOf: Int32Array;
  /** The variant of each block; -1: none yet. */
  readonly variantOf: Int32Array;
  /** Value of the goods and number of the rows of each supplier. */
  readonly goods: Float64Array;
  readonly rows: Int32Array;
  cost: number;
}

/** A basket of nothing yet. */
export const emptyAssignment = (stepped: Stepped): Assignment => ({
  stepped,
  entryOf: new Int32Array(stepped.structure.rowCount).fill(-1),
  variantOf: new Int32Array(stepped.structure.blockCount).fill(-1),
  goods: new Float64Array(stepped.structure.supplierCount),
  rows: new Int32Array(stepped.structure.supplierCount),
  cost: 0,
});

/** What the order of a supplier costs besides its goods, with so much more in so many more rows. */
const orderCost = ({ stepped, goods, rows }: Assignment, s: number, more = 0, moreRows = 0): number => {
  if ((rows[s] as number) + moreRows === 0) return 0;
  const value = (goods[s] as number) + more;
  for (const { until, cost } of stepped.windows[s] as readonly OrderWindow[]) if (value < until) return cost;
  return 0;
};

/** What the basket costs more with one entry in place of another. */
const dearerBy = (assignment: Assignment, to: number, from: number): number => {
  const { stepped } = assignment;
  const { entrySupplier, entryGoods, structure } = stepped;
  const [s, t] = [entrySupplier[to] as number, entrySupplier[from] as number];
  const [gained, lost] = [entryGoods[to] as number, entryGoods[from] as number];
  const goods = (structure.entryCost[to] as number) - (structure.entryCost[from] as number);
  if (s === t) return goods + orderCost(assignment, s, gained - lost) - orderCost(assignment, s);
  const opened = orderCost(assignment, s, gained, 1) - orderCost(assignment, s);
  return goods + opened + orderCost(assignment, t, -lost, -1) - orderCost(assignment, t);
};

/** Takes an entry into the basket (1) or out of it (-1). */
const count = (assignment: Assignment, e: number, sign: 1 | -1): void => {
  const { stepped, goods, rows } = assignment;
  const s = stepped.entrySupplier[e] as number;
  assignment.cost += sign * (stepped.structure.entryCost[e] as number) - orderCost(assignment, s);
  goods[s] = (goods[s] as number) + sign * (stepped.entryGoods[e] as number);
  rows[s] = (rows[s] as number) + sign;
  assignment.cost += orderCost(assignment, s);
};

/** What serves a block: a variant with an entry for each of its rows. */
interface Choice {
  readonly variant: number;
  readonly entries: readonly number[];
}

const presentChoice = ({ stepped, variantOf, entryOf }: Assignment, block: number): Choice | undefined => {
  const variant = variantOf[block] as number;
  if (variant < 0) return undefined;
  const { rowStart } = stepped.structure;
  return { variant, entries: [...entryOf.subarray(rowStart[variant], rowStart[variant + 1])] };
};

/** Serves a block by another choice, and returns what served it before. */
const choose = (assignment: Assignment, block: number, choice: Choice | undefined): Choice | undefined => {
  const { stepped, entryOf, variantOf } = assignment;
  const { rowStart } = stepped.structure;
  const before = presentChoice(assignment, block);
  if (before !== undefined) {
    for (const e of before.entries) count(assignment, e, -1);
    entryOf.fill(-1, rowStart[before.variant], rowStart[before.variant + 1]);
  }
  variantOf[block] = choice?.variant ?? -1;
  if (choice !== undefined) {
    for (const e of choice.entries) count(assignment, e, 1);
    entryOf.set(choice.entries, rowStart[choice.variant] as number);
  }
  return before;
};

/** Which entries a basket may take, and what one counts for in the choice between them. */
export interface Guide {
  readonly mayTake: (e: number) => boolean;
  readonly weigh: (e: number) => number;
}

/** The best entry of each row of a variant by the guide; undefined: a row has none. */
const choiceOf = (
  { structure, ...by }: Stepped,
  variant: number,
  guide: Guide,
): (Choice & { worth: number }) | undefined => {
  const entries: number[] = [];
  let worth = 0;
  for (let row = structure.rowStart[variant] as number; row < (structure.rowStart[variant + 1] as number); row += 1) {
    let [best, least] = [-1, Infinity];
    for (let i = by.rowEntryStart[row] as number; i < (by.rowEntryStart[row + 1] as number); i += 1) {
      const e = by.rowEntries[i] as number;
      if (!guide.mayTake(e)) continue;
      const weight = guide.weigh(e);
      if (weight < least) [best, least] = [e, weight];
    }
    if (best < 0) return undefined;
    entries.push(best);
    worth += least;
  }
  return { variant, entries, worth };
};

/** Serves every block by what the guide says is best; false where one cannot be served. */
export const assignBy = (assignment: Assignment, guide: Guide): boolean => {
  const { variantStart, blockCount } = assignment.stepped.structure;
  for (let block = 0; block < blockCount; block += 1) {
    let best: (Choice & { worth: number }) | undefined;
    for (let v = variantStart[block] as number; v < (variantStart[block + 1] as number); v += 1) {
      const choice = choiceOf(assignment.stepped, v, guide);
      if (choice !== undefined && choice.worth < (best?.worth ?? Infinity)) best = choice;
    }
    if (best === undefined) return false;
    choose(assignment, block, best);
  }
  return true;
};

/** Another choice for a block with an entry of the wanted supplier, else as cheap as can be. */
const choicesWith = (assignment: Assignment, block: number, mayTake: Guide['mayTake']): readonly Choice[] => {
  const { stepped, rows } = assignment;
  const { structure, entrySupplier, rowEntryStart, rowEntries } = stepped;
  const { variantStart, rowStart, entryCost } = structure;
  const choices: Choice[] = [];
  for (let variant = variantStart[block] as number; variant < (variantStart[block + 1] as number); variant += 1) {
    const row = rowStart[variant] as number;
    if ((rowStart[variant + 1] as number) > row + 1) {
      const weigh = (e: number): number =>
        (entryCost[e] as number) + (rows[entrySupplier[e] as number] === 0 ? 1e15 : 0);
      const choice = choiceOf(stepped, variant, { mayTake, weigh });
      if (choice !== undefined) choices.push(choice);
      continue;
    }
    for (let i = rowEntryStart[row] as number; i < (rowEntryStart[row + 1] as number); i += 1) {
      const e = rowEntries[i] as number;
      if (mayTake(e)) choices.push({ variant, entries: [e] });
    }
  }
  return choices;
};

/** The only entry that serves a block; -1: it is served by several, or by none. */
const soleEntry = ({ stepped, variantOf, entryOf }: Assignment, block: number): number => {
  const variant = variantOf[block] as number;
  const { rowStart } = stepped.structure;
  const row = rowStart[variant] as number;
  return variant >= 0 && rowStart[variant + 1] === row + 1 ? (entryOf[row] as number) : -1;
};

/** Changes one block at a time as long as that helps. */
const improveBlocks = (assignment: Assignment, mayTake: Guide['mayTake']): void => {
  const { blockCount } = assignment.stepped.structure;
  for (let block = 0; block < blockCount; block += 1) {
    for (const choice of choicesWith(assignment, block, mayTake)) {
      const [entry = -1, ...others] = choice.entries;
      const present = soleEntry(assignment, block);
      // Most changes are of one entry for another, and most of them do not help.
      if (present >= 0 && others.length === 0 && dearerBy(assignment, entry, present) >= 0) continue;
      const cost = assignment.cost;
      const before = choose(assignment, block, choice);
      if (assignment.cost >= cost) choose(assignment, block, before);
    }
  }
};

interface Move {
  readonly block: number;
  readonly choice: Choice;
  readonly dearer: number;
  readonly goods: number;
}

/** Makes moves for as long as `isEnough` does not say so, and takes them back if all are worse. */
const tryMoves = (assignment: Assignment, moves: readonly Move[], isEnough: () => boolean): boolean => {
  const cost = assignment.cost;
  const undone: (readonly [number, Choice | undefined])[] = [];
  for (const { block, choice } of moves) {
    if (isEnough()) break;
    undone.push([block, choose(assignment, block, choice)]);
  }
  if (assignment.cost < cost) return true;
  for (const [block, before] of undone.reverse()) choose(assignment, block, before);
  return false;
};

const costOfBlock = (assignment: Assignment, block: number): number =>
  (presentChoice(assignment, block)?.entries ?? []).reduce(
    (sum, e) => sum + (assignment.stepped.structure.entryCost[e] as number),
    0,
  );

/** The cheapest moves to the supplier from others, by what a unit of goods there costs more. */
const movesTo = (assignment: Assignment, s: number, mayTake: Guide['mayTake']): readonly Move[] => {
  const { structure, entryGoods } = assignment.stepped;
  const { entryStart, entryRow, entryVariant, entryBlock, entryCost, rowStart } = structure;
  const moves: Move[] = [];
  for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
    const variant = entryVariant[e] as number;
    const isWhole = (rowStart[variant + 1] as number) - (rowStart[variant] as number) === 1;
    if (!isWhole || !mayTake(e) || assignment.entryOf[entryRow[e] as number] === e) continue;
    const block = entryBlock[e] as number;
    const dearer = (entryCost[e] as number) - costOfBlock(assignment, block);
    moves.push({ block, choice: { variant, entries: [e] }, dearer, goods: entryGoods[e] as number });
  }
  return moves.sort((a, b) => a.dearer / (a.goods + 1) - b.dearer / (b.goods + 1));
};

/** Moves that take what the supplier serves elsewhere, as far as it can be. */
const movesFrom = (assignment: Assignment, s: number, mayTake: Guide['mayTake']): readonly Move[] => {
  const { stepped, entryOf, rows } = assignment;
  const { structure, entrySupplier } = stepped;
  const isElsewhere = (e: number): boolean =>
    mayTake(e) && entrySupplier[e] !== s && (rows[entrySupplier[e] as number] as number) > 0;
  const blocks = new Set<number>();
  for (let e = structure.entryStart[s] as number; e < (structure.entryStart[s + 1] as number); e += 1) {
    if (entryOf[structure.entryRow[e] as number] === e) blocks.add(structure.entryBlock[e] as number);
  }
  return [...blocks].flatMap((block) => {
    const costOf = ({ entries }: Choice): number =>
      entries.reduce((sum, e) => sum + (structure.entryCost[e] as number), 0);
    const choices = choicesWith(assignment, block, isElsewhere).toSorted((a, b) => costOf(a) - costOf(b));
    return choices.slice(0, 1).map((choice) => ({ block, choice, dearer: 0, goods: 0 }));
  });
};

/** Tries to bring an order into another of its windows, to drop it, and to open it. */
const improveOrder = (assignment: Assignment, s: number, mayTake: Guide['mayTake']): boolean => {
  const { stepped, goods, rows } = assignment;
  let isBetter = false;
  const present = orderCost(assignment, s);
  for (const { from, cost } of stepped.windows[s] as readonly OrderWindow[]) {
    if (rows[s] === 0 || from <= (goods[s] as number) || cost >= present) continue;
    const isEnough = (): boolean => (goods[s] as number) >= from;
    isBetter = tryMoves(assignment, movesTo(assignment, s, mayTake), isEnough) || isBetter;
  }
  if ((rows[s] as number) > 0) return tryMoves(assignment, movesFrom(assignment, s, mayTake), () => false) || isBetter;
  const cheaper = movesTo(assignment, s, mayTake).filter(({ dearer }) => dearer < 0);
  return tryMoves(assignment, cheaper, () => false) || isBetter;
};

/** Improves a basket until nothing that is tried helps, or so many rounds are over. */
export const improveAssignment = (assignment: Assignment, mayTake: Guide['mayTake'], rounds: number): void => {
  for (let round = 0; round < rounds; round += 1) {
    const { cost } = assignment;
    improveBlocks(assignment, mayTake);
    for (let s = 0; s < assignment.goods.length; s += 1) improveOrder(assignment, s, mayTake);
    if (assignment.cost >= cost) return;
  }
};
