/** A list that is read in no time. */
export const smallDocument = Buffer.from('Quantity,MPN\n5,LM358DR\n');

/** A list of nearly as many rows as may be read, which takes far more memory than its size. */
export const greedyDocument = Buffer.from(`Quantity,MPN,Description\n${'5,LM358DR,op amp\n'.repeat(95_000)}`);
