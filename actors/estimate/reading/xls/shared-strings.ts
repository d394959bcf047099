import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { cellText } from '../tally.ts';
import { unreadableXls } from './compound-file.ts';
import type { XlsRecord } from './records.ts';

/** A place in a record that goes on in other records. */
interface Place {
  piece: number;
  at: number;
}

/** Bytes of a record and of those that continue it, one after the other. */
const createBytes = (pieces: readonly Buffer[]) => {
  const place: Place = { piece: 0, at: 0 };
  const left = (): number => (pieces[place.piece]?.length ?? 0) - place.at;
  const settle = (): void => {
    while (left() <= 0 && place.piece < pieces.length) {
      place.piece += 1;
      place.at = 0;
    }
  };
  const byte = (): number => {
    settle();
    const value = pieces[place.piece]?.[place.at];
    if (value === undefined) throw unreadableXls();
    place.at += 1;
    return value;
  };
  const skip = (count: number): void => {
    for (let rest = count; rest > 0; ) {
      settle();
      if (place.piece >= pieces.length) throw unreadableXls();
      const step = Math.min(rest, left());
      place.at += step;
      rest -= step;
    }
  };
  /** Characters. Where a record ends among them, the next begins with their width again. */
  const characters = (count: number, width: number): string => {
    let text = '';
    let wide = width;
    for (let rest = count; rest > 0; ) {
      if (left() <= 0) {
        settle();
        wide = (byte() & 1) === 1 ? 2 : 1;
      }
      const step = Math.min(rest, Math.floor(left() / wide));
      if (step === 0) throw unreadableXls();
      const bytes = pieces[place.piece]?.subarray(place.at, place.at + step * wide);
      text += bytes?.toString(wide === 2 ? 'utf16le' : 'latin1') ?? '';
      place.at += step * wide;
      rest -= step;
    }
    return text;
  };
  const short = (): number => byte() + 256 * byte();
  return { byte, short, long: () => short() + 65_536 * short(), skip, characters };
};

/** The texts that cells share, in their order. Throws `too_many_cells`, `legacy_spreadsheet`. */
export const readSharedStrings = ({ data, continued }: XlsRecord, limits: ReadLimits): readonly string[] => {
  const bytes = createBytes([data, ...continued]);
  bytes.skip(4);
  const count = bytes.long();
  if (count > limits.maxCells)
    throw new Unreadable('too_many_cells', `the file has more than ${limits.maxCells} shared texts`);
  const strings: string[] = [];
  while (strings.length < count) {
    const length = bytes.short();
    const flags = bytes.byte();
    const runs = (flags & 8) === 0 ? 0 : bytes.short();
    const guide = (flags & 4) === 0 ? 0 : bytes.long();
    strings.push(cellText(bytes.characters(length, (flags & 1) === 1 ? 2 : 1), limits));
    bytes.skip(4 * runs + guide);
  }
  return strings;
};
