/**
 * Things that are called by the number of a part and are not the part: a breakout board for a
 * sensor, a holder for a battery, a socket for a circuit.
 */

const words =
  /(?<![\p{L}])(breakouts?|boards?|modules?|shields?|kits?|holders?|sockets?|adapters?|adaptors?|programmers?|cables?|heat ?sinks?|waterproof|stacking|clones?|compatible|halter|fassung|modul|платы?|модул[ья]|держатель|模块)(?![\p{L}])/iu;

/** Whether one text speaks of such a thing and the other does not. */
export const isOfAnAccessory = (line: string, product: string): boolean =>
  words.test(line.replaceAll('_', ' ')) && !words.test(product.replaceAll('_', ' '));
