/** The probability, from 0 to 1, that log-odds stand for. */
export const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
