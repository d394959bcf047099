/** What the domain knows as a row has it: null where it is undefined there. */
export type Nullable<Known> = {
  readonly [Name in keyof Known]: undefined extends Known[Name] ? Exclude<Known[Name], undefined> | null : Known[Name];
};

/** A row whose columns have the domain's names, as the domain knows it: undefined for null. */
export const withoutNulls = <Known extends object>(row: Nullable<Known>): Known => {
  const known: Record<string, unknown> = { ...row };
  for (const name of Object.keys(known)) known[name] ??= undefined;
  return known as Known;
};
