/** What is left of a node once its suppliers and the windows of their orders are decided. */
import { closed, free } from '../bound.ts';
import type { OrderWindow } from '../order-windows.ts';
import type { Decisions } from './bound.ts';
import type { Stepped } from './stepped.ts';

/** One way to serve a block. */
export interface Way {
  readonly entries: readonly number[];
  readonly cost: number;
  /** Suppliers whose windows bind, by their place among them, with the goods that they get. */
  readonly goods: readonly (readonly [place: number, value: number])[];
}

/** The rest of a node. */
export interface Residual {
  readonly stepped: Stepped;
  readonly blocks: readonly (readonly Way[])[];
  /** The windows that may be missed, by place. */
  readonly windows: readonly OrderWindow[];
  /** What all orders cost besides their goods. */
  readonly orders: number;
}

const productOf = (rows: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  rows.reduce<readonly (readonly number[])[]>((all, row) => all.flatMap((left) => row.map((e) => [...left, e])), [[]]);

const countOf = (rows: readonly (readonly number[])[]): number =>
  rows.reduce((product, { length }) => product * length, 1);

/** Ways of one block that are listed; a variant of a group has one for each choice of its lines. */
const mostWays = 1_000;

/**
 * All ways to serve each block. Undefined where a window is still open, or a block has too many
 * ways: the node is split instead.
 */
export const residualOf = (stepped: Stepped, { status, inPlay, banned }: Decisions): Residual | undefined => {
  const { structure, entrySupplier, windowStart, rowEntryStart, rowEntries } = stepped;
  const windowOf: (OrderWindow | undefined)[] = [];
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] === free) return undefined;
    const own = (stepped.windows[s] as readonly OrderWindow[]).filter(
      (_, i) => inPlay[(windowStart[s] as number) + i] === 1,
    );
    if (status[s] !== closed && own.length !== 1) return undefined;
    windowOf.push(status[s] === closed ? undefined : own[0]);
  }
  const placeOf = new Map<number, number>();
  const windows: OrderWindow[] = [];
  windowOf.forEach((window, s) => {
    if (window === undefined || (window.from === 0 && window.until === Infinity)) return;
    placeOf.set(s, windows.length);
    windows.push(window);
  });
  const wayOf = (entries: readonly number[]): Way => {
    const goods = new Map<number, number>();
    for (const e of entries) {
      const place = placeOf.get(entrySupplier[e] as number);
      if (place !== undefined) goods.set(place, (goods.get(place) ?? 0) + (stepped.entryGoods[e] as number));
    }
    return {
      entries,
      cost: entries.reduce((sum, e) => sum + (structure.entryCost[e] as number), 0),
      goods: [...goods],
    };
  };
  const isLeft = (e: number): boolean => banned[e] === 0 && status[entrySupplier[e] as number] !== closed;
  const blocks: Way[][] = [];
  for (let block = 0; block < structure.blockCount; block += 1) {
    const ways: Way[] = [];
    for (let v = structure.variantStart[block] as number; v < (structure.variantStart[block + 1] as number); v += 1) {
      const rows: number[][] = [];
      for (let row = structure.rowStart[v] as number; row < (structure.rowStart[v + 1] as number); row += 1) {
        rows.push([...rowEntries.subarray(rowEntryStart[row], rowEntryStart[row + 1])].filter(isLeft));
      }
      if (ways.length + countOf(rows) > mostWays) return undefined;
      for (const entries of productOf(rows)) ways.push(wayOf(entries));
    }
    blocks.push(ways);
  }
  const orders = windowOf.reduce((sum, window) => sum + (window?.cost ?? 0), 0);
  return { stepped, blocks, windows, orders };
};
