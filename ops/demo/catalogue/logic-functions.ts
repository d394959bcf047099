/**
 * Functions of 74-series logic by their number, as all makers share them: what each does and on how
 * many pins.
 */
export const logicFunctions = {
  '00': { text: 'quad 2-input NAND gate', pins: 14 },
  '02': { text: 'quad 2-input NOR gate', pins: 14 },
  '04': { text: 'hex inverter', pins: 14 },
  '08': { text: 'quad 2-input AND gate', pins: 14 },
  '10': { text: 'triple 3-input NAND gate', pins: 14 },
  '11': { text: 'triple 3-input AND gate', pins: 14 },
  '14': { text: 'hex Schmitt-trigger inverter', pins: 14 },
  '32': { text: 'quad 2-input OR gate', pins: 14 },
  '74': { text: 'dual D-type flip-flop', pins: 14 },
  '86': { text: 'quad 2-input XOR gate', pins: 14 },
  '123': { text: 'dual retriggerable monostable', pins: 16 },
  '125': { text: 'quad buffer, 3-state', pins: 14 },
  '126': { text: 'quad buffer, 3-state, enable high', pins: 14 },
  '132': { text: 'quad 2-input NAND Schmitt trigger', pins: 14 },
  '138': { text: '3-to-8 line decoder', pins: 16 },
  '139': { text: 'dual 2-to-4 line decoder', pins: 16 },
  '151': { text: '8-input multiplexer', pins: 16 },
  '153': { text: 'dual 4-input multiplexer', pins: 16 },
  '157': { text: 'quad 2-input multiplexer', pins: 16 },
  '161': { text: 'synchronous 4-bit binary counter', pins: 16 },
  '163': { text: 'synchronous 4-bit binary counter, synchronous clear', pins: 16 },
  '164': { text: '8-bit serial-in shift register', pins: 14 },
  '165': { text: '8-bit parallel-in shift register', pins: 16 },
  '174': { text: 'hex D-type flip-flop', pins: 16 },
  '240': { text: 'octal inverting buffer, 3-state', pins: 20 },
  '244': { text: 'octal buffer, 3-state', pins: 20 },
  '245': { text: 'octal bus transceiver', pins: 20 },
  '273': { text: 'octal D-type flip-flop with clear', pins: 20 },
  '373': { text: 'octal transparent latch', pins: 20 },
  '374': { text: 'octal D-type flip-flop, 3-state', pins: 20 },
  '541': { text: 'octal buffer, flow-through pins', pins: 20 },
  '573': { text: 'octal transparent latch, flow-through pins', pins: 20 },
  '574': { text: 'octal D-type flip-flop, flow-through pins', pins: 20 },
  '595': { text: '8-bit shift register with output latch', pins: 16 },
} as const;

/** The number of a logic function. */
export type LogicFunction = keyof typeof logicFunctions;

/** All function numbers, in a fixed order. */
export const logicFunctionNumbers = Object.entries(logicFunctions)
  .map(([number]) => number as LogicFunction)
  .sort((a, b) => Number(a) - Number(b));
