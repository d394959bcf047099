/** A month of events, which is one partition of the event store and one folder of its archive. */
export interface EventMonth {
  /** `event_2026_01`. */
  readonly partition: string;
  /** Its first instant. */
  readonly from: Date;
  /** The first instant after it. */
  readonly until: Date;
}

const partitionName = /^event_(\d{4})_(0[1-9]|1[0-2])$/;

/** The month of a partition, in UTC; undefined for a name that is no month's. */
export const monthOf = (partition: string): EventMonth | undefined => {
  const [, year, month] = partitionName.exec(partition) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return {
    partition,
    from: new Date(Date.UTC(Number(year), Number(month) - 1)),
    until: new Date(Date.UTC(Number(year), Number(month))),
  };
};

/** Whether the whole month is at least so many months old. */
export const isOlderThan = ({ until }: EventMonth, months: number, now: Date): boolean =>
  Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + months) <= now.getTime();
