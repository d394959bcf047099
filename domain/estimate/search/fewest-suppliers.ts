/**
 * Fewest suppliers, then least cost. The linear relaxation says little about how many suppliers are needed (7 where 12 are),
 * so covers are enumerated: take the unserved block with the fewest suppliers left, try each of them, and close those tried.
 * A node ends when
 *  - unserved blocks that share no supplier are more than the seats left (disjoint rows, Balas and Ho 1980),
 *  - the suppliers that serve most of the unserved blocks cannot serve all of them with the seats left, or their dual bound
 *    (each block weighs one over the most that a supplier of it serves) exceeds the seats,
 *  - every block at its cheapest supplier left, with the order costs paid already, costs no less than the best basket.
 * First the number is lowered until the next lower one is proven impossible, then all covers of that size are compared by cost.
 */
import { type Baskets, basketsOf } from './basket.ts';
import type { SearchOptions } from './branch-and-bound.ts';
import type { Structure } from './structure.ts';

/** What was found; `open` is undefined where a block cannot be served at all. */
export interface FewestResult {
  readonly open: Uint8Array | undefined;
  readonly cost: number;
  /** No basket with as few suppliers is cheaper. */
  readonly lowerBound: number;
  /** No basket has fewer suppliers. */
  readonly isCountProven: boolean;
  readonly nodes: number;
}

const popCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

interface Tables {
  /** Suppliers of each block, `supplierWords` words each. */
  readonly blockMask: Int32Array;
  /** Blocks of each supplier, `blockWords` words each. */
  readonly supplierMask: Int32Array;
  readonly supplierWords: number;
  readonly blockWords: number;
}

const tablesOf = (structure: Structure): Tables => {
  const { supplierCount, blockCount, entryStart, entryBlock } = structure;
  const supplierWords = Math.ceil(supplierCount / 32);
  const blockWords = Math.ceil(blockCount / 32);
  const blockMask = new Int32Array(blockCount * supplierWords);
  const supplierMask = new Int32Array(supplierCount * blockWords);
  const set = (mask: Int32Array, base: number, bit: number): void => {
    const word = base + (bit >>> 5);
    mask[word] = (mask[word] as number) | (1 << (bit & 31));
  };
  for (let s = 0; s < supplierCount; s += 1) {
    for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
      const block = entryBlock[e] as number;
      set(blockMask, block * supplierWords, s);
      set(supplierMask, s * blockWords, block);
    }
  }
  return { blockMask, supplierMask, supplierWords, blockWords };
};

/** The least cost of all blocks from the open and free suppliers, where only the open ones charge for the order. */
const priceFloor = (structure: Structure, baskets: Baskets): ((open: Uint8Array, isFree: Uint8Array) => number) => {
  const available = new Uint8Array(structure.supplierCount);
  return (open, isFree) => {
    let uncharged = 0;
    for (let s = 0; s < available.length; s += 1) {
      available[s] = open[s] === 1 || isFree[s] === 1 ? 1 : 0;
      if (available[s] === 1 && open[s] === 0) uncharged += structure.fixed[s] as number;
    }
    return baskets.costOf(available) - uncharged;
  };
};

/** One enumeration of covers with at most `seats` suppliers; `leaf` returns true to end it. Returns whether it was complete. */
interface Enumeration {
  readonly seats: number;
  readonly leaf: (open: Uint8Array) => boolean;
  /** Whether a node may still hold what is wanted. */
  readonly isWorthwhile: (open: Uint8Array, isFree: Uint8Array) => boolean;
  readonly isOver: () => boolean;
}

type Outcome = 'complete' | 'ended' | 'out_of_time';

const enumerator = (structure: Structure, baskets: Baskets) => {
  const { supplierCount, blockCount, entryStart, entryBlock } = structure;
  const { blockMask, supplierMask, supplierWords, blockWords } = tablesOf(structure);
  const open = new Uint8Array(supplierCount);
  const isFree = new Uint8Array(supplierCount);
  const freeMask = new Int32Array(supplierWords);
  const unserved = new Int32Array((supplierCount + 2) * blockWords);
  const serves = new Int32Array(supplierCount);
  const most = new Int32Array(blockCount);
  const histogram = new Int32Array(blockCount + 1);
  const taken = new Int32Array(supplierWords);
  const sizeOf = new Int32Array(blockCount);
  const bySize = new Int32Array(blockCount);
  const sizeStart = new Int32Array(supplierCount + 2);
  let nodes = 0;

  const setFree = (s: number, value: 0 | 1): void => {
    isFree[s] = value;
    const word = s >>> 5;
    const bit = 1 << (s & 31);
    freeMask[word] = value === 1 ? (freeMask[word] as number) | bit : (freeMask[word] as number) & ~bit;
  };

  /** Counts what each free supplier serves; returns whether the best of them could serve all with the seats left. */
  const canServe = (base: number, left: number, seats: number): boolean => {
    histogram.fill(0);
    let highest = 0;
    for (let s = 0; s < supplierCount; s += 1) {
      if (isFree[s] === 0) continue;
      let count = 0;
      for (let w = 0; w < blockWords; w += 1) {
        count += popCount((supplierMask[s * blockWords + w] as number) & (unserved[base + w] as number));
      }
      serves[s] = count;
      histogram[count] = (histogram[count] as number) + 1;
      if (count > highest) highest = count;
    }
    let missing = left;
    let places = seats;
    for (let count = highest; count > 0 && places > 0 && missing > 0; count -= 1) {
      const used = Math.min(places, histogram[count] as number);
      missing -= used * count;
      places -= used;
    }
    return missing <= 0;
  };

  /** Orders the unserved blocks by how many free suppliers they have; -1 where one has none, else how many blocks. */
  const orderBlocks = (base: number): number => {
    sizeStart.fill(0);
    let count = 0;
    for (let w = 0; w < blockWords; w += 1) {
      for (let word = unserved[base + w] as number; word !== 0; word &= word - 1) {
        const block = (w << 5) + 31 - Math.clz32(word & -word);
        let size = 0;
        for (let v = 0; v < supplierWords; v += 1) {
          size += popCount((blockMask[block * supplierWords + v] as number) & (freeMask[v] as number));
        }
        if (size === 0) return -1;
        sizeOf[block] = size;
        sizeStart[size + 1] = (sizeStart[size + 1] as number) + 1;
        count += 1;
      }
    }
    for (let size = 1; size < sizeStart.length; size += 1) {
      sizeStart[size] = (sizeStart[size] as number) + (sizeStart[size - 1] as number);
    }
    for (let w = 0; w < blockWords; w += 1) {
      for (let word = unserved[base + w] as number; word !== 0; word &= word - 1) {
        const block = (w << 5) + 31 - Math.clz32(word & -word);
        const size = sizeOf[block] as number;
        bySize[sizeStart[size] as number] = block;
        sizeStart[size] = (sizeStart[size] as number) + 1;
      }
    }
    return count;
  };

  /** Whether more than `seats` of the ordered blocks share no free supplier. */
  const areTooManyDisjoint = (count: number, seats: number): boolean => {
    taken.fill(0);
    let disjoint = 0;
    for (let index = 0; index < count; index += 1) {
      const at = (bySize[index] as number) * supplierWords;
      let overlap = 0;
      for (let v = 0; v < supplierWords; v += 1) {
        overlap |= (blockMask[at + v] as number) & (freeMask[v] as number) & (taken[v] as number);
      }
      if (overlap !== 0) continue;
      disjoint += 1;
      if (disjoint > seats) return true;
      for (let v = 0; v < supplierWords; v += 1) {
        taken[v] = (taken[v] as number) | ((blockMask[at + v] as number) & (freeMask[v] as number));
      }
    }
    return false;
  };

  /** Whether the weights of one over the most that a supplier of the block serves add up to more than the seats. */
  const exceedsDual = (base: number, count: number, seats: number): boolean => {
    most.fill(0);
    for (let s = 0; s < supplierCount; s += 1) {
      if (isFree[s] === 0) continue;
      const value = serves[s] as number;
      for (let w = 0; w < blockWords; w += 1) {
        const all = (supplierMask[s * blockWords + w] as number) & (unserved[base + w] as number);
        for (let word = all; word !== 0; word &= word - 1) {
          const block = (w << 5) + 31 - Math.clz32(word & -word);
          if (value > (most[block] as number)) most[block] = value;
        }
      }
    }
    let weight = 0;
    for (let index = 0; index < count; index += 1) weight += 1 / (most[bySize[index] as number] as number);
    return weight > seats + 1e-6;
  };

  /** Free suppliers of a block that is not served although one of its suppliers is open: of a split, or of a group. */
  const pendingSuppliers = (seats: number): readonly number[] | 'all served' => {
    const block = baskets.unservedBlock(open);
    if (block === undefined) return 'all served';
    if (seats === 0) return [];
    return Array.from(isFree.keys()).filter((s) => {
      if (isFree[s] === 0) return false;
      for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
        if (entryBlock[e] === block) return true;
      }
      return false;
    });
  };

  const suppliersOf = (block: number): readonly number[] => {
    const list: number[] = [];
    for (let v = 0; v < supplierWords; v += 1) {
      const all = (blockMask[block * supplierWords + v] as number) & (freeMask[v] as number);
      for (let word = all; word !== 0; word &= word - 1) list.push((v << 5) + 31 - Math.clz32(word & -word));
    }
    return list.sort((a, b) => (serves[b] as number) - (serves[a] as number));
  };

  const countUnserved = (base: number): number => {
    let left = 0;
    for (let w = 0; w < blockWords; w += 1) left += popCount(unserved[base + w] as number);
    return left;
  };

  /** The suppliers of which a solution below this node must open one; none: the node can be left. */
  const nextSuppliers = (base: number, seats: number): readonly number[] | 'all served' => {
    const left = countUnserved(base);
    if (left === 0) return pendingSuppliers(seats);
    if (seats === 0 || !canServe(base, left, seats)) return [];
    const count = orderBlocks(base);
    if (count < 0 || areTooManyDisjoint(count, seats) || exceedsDual(base, count, seats)) return [];
    return suppliersOf(bySize[0] as number);
  };

  /** Writes what stays unserved when the supplier is opened to the next depth. */
  const serve = (base: number, s: number): void => {
    for (let w = 0; w < blockWords; w += 1) {
      unserved[base + blockWords + w] = (unserved[base + w] as number) & ~(supplierMask[s * blockWords + w] as number);
    }
  };

  const run = (enumeration: Enumeration): Outcome => {
    const visit = (depth: number, seats: number): Outcome => {
      nodes += 1;
      if ((nodes & 255) === 0 && enumeration.isOver()) return 'out_of_time';
      const list = nextSuppliers(depth * blockWords, seats);
      if (list === 'all served') return enumeration.leaf(open) ? 'ended' : 'complete';
      if (list.length === 0 || !enumeration.isWorthwhile(open, isFree)) return 'complete';
      return visitEach(list, depth, seats);
    };
    const visitEach = (list: readonly number[], depth: number, seats: number): Outcome => {
      let outcome: Outcome = 'complete';
      for (const s of list) {
        if (outcome !== 'complete') break;
        setFree(s, 0);
        open[s] = 1;
        serve(depth * blockWords, s);
        outcome = visit(depth + 1, seats - 1);
        open[s] = 0;
      }
      for (const s of list) setFree(s, 1);
      return outcome;
    };
    open.fill(0);
    for (let s = 0; s < supplierCount; s += 1) setFree(s, 1);
    for (let block = 0; block < blockCount; block += 1) {
      if (block % 32 === 0) unserved[block >>> 5] = 0;
      unserved[block >>> 5] = (unserved[block >>> 5] as number) | (1 << (block & 31));
    }
    return visit(0, enumeration.seats);
  };
  return { run, nodes: () => nodes };
};

const countOpen = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

/** A small cover to begin with, by the greedy rule and then dropping what is not needed. */
const greedyCover = (structure: Structure): Uint8Array | undefined => {
  const unit = { ...structure, fixed: structure.fixed.map(() => 1), entryCost: structure.entryCost.map(() => 0) };
  const baskets = basketsOf(unit);
  const open = new Uint8Array(structure.supplierCount);
  if (!baskets.complete(open, () => true, new Float64Array(structure.rowCount), 1)) return undefined;
  baskets.drop(open);
  return open;
};

/** Finds the basket of fewest suppliers, and of those the cheapest. */
export const searchFewest = (structure: Structure, options: SearchOptions): FewestResult => {
  const baskets = basketsOf(structure);
  const { run, nodes } = enumerator(structure, baskets);
  const first = greedyCover(structure);
  if (first === undefined) {
    return { open: undefined, cost: Infinity, lowerBound: Infinity, isCountProven: true, nodes: 0 };
  }
  const none = new Uint8Array(structure.supplierCount);
  const floorOf = priceFloor(structure, baskets);
  const floor = floorOf(none, new Uint8Array(structure.supplierCount).fill(1));
  let best = first;
  let cost = Infinity;
  const take = (open: Uint8Array, seats: number): void => {
    const improved = open.slice();
    cost = baskets.improve(improved, () => true, seats, 20_000);
    best = improved;
    options.onBetter?.(improved.slice(), cost, floor);
  };
  take(first, countOpen(first));
  let outcome: Outcome = structure.blockCount === 0 ? 'complete' : 'ended';
  while (outcome === 'ended') {
    const seats = countOpen(best) - 1;
    outcome = run({
      seats,
      isOver: options.isOver,
      isWorthwhile: () => true,
      leaf: (open) => {
        take(open, countOpen(open));
        return true;
      },
    });
  }
  const isCountProven = outcome === 'complete';
  if (!isCountProven) return { open: best, cost, lowerBound: Math.min(floor, cost), isCountProven, nodes: nodes() };
  const compared = run({
    seats: countOpen(best),
    isOver: options.isOver,
    isWorthwhile: (open, isFree) => floorOf(open, isFree) < cost,
    leaf: (open) => {
      const next = baskets.costOf(open);
      if (next < cost) {
        cost = next;
        best = open.slice();
        options.onBetter?.(open.slice(), cost, floor);
      }
      return false;
    },
  });
  const lowerBound = compared === 'complete' ? cost : Math.min(floor, cost);
  return { open: best, cost, lowerBound, isCountProven, nodes: nodes() };
};
