import type { Connection } from './connection.ts';

/** How many may be open at a time. */
export interface OpenCallLimits {
  readonly ofConnection: number;
  readonly ofAddress: number;
  readonly inAll: number;
}

/** Limits calls that need no key, by connection, by address and in total. */
export interface OpenCallLimiter {
  /** Returns a function that releases the slot, to be called once; undefined where none is free. */
  tryAcquire(connection: Connection): (() => void) | undefined;
}

/** Makes a limiter without open calls. */
export const createOpenCallLimiter = ({ ofConnection, ofAddress, inAll }: OpenCallLimits): OpenCallLimiter => {
  const taken = new Map<Connection | string, number>();
  let all = 0;
  const count = (holder: Connection | string): number => taken.get(holder) ?? 0;
  const change = (holder: Connection | string, by: number): void => {
    const left = count(holder) + by;
    if (left > 0) taken.set(holder, left);
    else taken.delete(holder);
  };
  const changeAll = (connection: Connection, by: number): void => {
    all += by;
    change(connection, by);
    change(connection.address, by);
  };
  return {
    tryAcquire: (connection) => {
      const isFull = all >= inAll || count(connection) >= ofConnection || count(connection.address) >= ofAddress;
      if (isFull) return undefined;
      changeAll(connection, 1);
      return () => changeAll(connection, -1);
    },
  };
};
