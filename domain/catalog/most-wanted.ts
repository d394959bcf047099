/** The most wanted products, which are looked up before all others and are to be kept fresh. */
export const topProducts = 1_000;
