/**
 * TME's product statuses, as one text: all of them are about TME's own sale of the part. That it is
 * not in the offer, or new in it, says nothing of its manufacturer, so TME tells no lifecycle.
 */
export const rangeStatusOf = (statuses: readonly (string | undefined)[]): string | undefined =>
  statuses.filter((status) => status !== undefined).join(', ') || undefined;
