/**
 * The checkpoint of the phase `lookup`: after which part the walk over wanted parts goes on, and how far the supplier's answer
 * for the present batch has been read.
 */
export interface LookupCursor {
  /** The mark that the present batch of wanted parts follows; undefined for the first batch. */
  readonly after: string | undefined;
  /** The plug-in's cursor within the answer for the batch; undefined at its start. */
  readonly within: string | undefined;
}

/** Reads a checkpoint; undefined is the start of the phase. Throws on text that `nextLookup` did not write. */
export const readLookupCursor = (cursor: string | undefined): LookupCursor => {
  if (cursor === undefined) return { after: undefined, within: undefined };
  const [after, within] = JSON.parse(cursor) as [string | null, string | null];
  return { after: after ?? undefined, within: within ?? undefined };
};

/** The checkpoint after a page; undefined when there is nothing left to ask for. */
export const nextLookup = (
  at: LookupCursor,
  within: string | undefined,
  mark: string | undefined,
): string | undefined => {
  if (within !== undefined) return JSON.stringify([at.after ?? null, within]);
  return mark === undefined ? undefined : JSON.stringify([mark, null]);
};
