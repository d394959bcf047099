/** One value that a process measures of the service. */
export interface Reading {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Which readings are meant: those of a name whose labels have these values. */
export interface Selector {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string | readonly string[]>>;
}

const fits = (actual: string | undefined, meant: string | readonly string[]): boolean =>
  typeof meant === 'string' ? actual === meant : actual !== undefined && meant.includes(actual);

/** The readings that are meant. */
export const select = (readings: readonly Reading[], { name, labels = {} }: Selector): readonly Reading[] =>
  readings.filter(
    (reading) =>
      reading.name === name &&
      Object.entries(labels).every(([label, meant]) => fits(new Map(Object.entries(reading.labels)).get(label), meant)),
  );

/** What they come to together; 0 where there are none. */
export const sumOf = (readings: readonly Reading[], selector: Selector): number =>
  select(readings, selector).reduce((sum, { value }) => sum + value, 0);
