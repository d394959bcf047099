/** Why a language model gave no usable answer. */
export const modelFaults = ['timeout', 'refused', 'unavailable', 'malformed'] as const;

/**
 * Why a language model gave no usable answer: it was too slow; it takes no such requests, or not so
 * many; it is down or unreachable; or its answer is not of the agreed form.
 */
export type ModelFault = (typeof modelFaults)[number];
