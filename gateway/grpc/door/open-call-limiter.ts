import type { Connection } from './connection.ts';

/** How many may be open at a time. */
export interface OpenCallLimits {
  readonly ofConnection: number;
  readonly ofAddress: number;
  readonly inAll: number;
}

/** Places for what anybody may open, without a key that it could be counted by. */
export interface OpenCallLimiter {
  /** Takes a place until the function that is returned is called, once; undefined where there is none. */
  tryAcquire(connection: Connection): (() => void) | undefined;
}

/** Makes places that nobody has taken. */
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
