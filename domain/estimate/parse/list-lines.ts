/**
 * Which lines of a text without columns are parts to buy.
 *
 * A line says by itself that it is one where it states a quantity, begins with designators or was
 * found to be a name with a link. A number or a value in few words makes it likely. What the others
 * of the text do decides the rest: where nearly all parts state a quantity, a line alone without
 * one is a note; a line among parts, without a blank line between, is a part as they are, though
 * nothing in it is known.
 *
 * Known limits: a paragraph of prose of which most lines hold a part number is taken for parts.
 */

/** A line of a text with what it says by itself. */
export interface ListLine {
  /** Counted from 1; lines with blank ones between them are of other blocks. */
  readonly row: number;
  readonly text: string;
  readonly statesQuantity: boolean;
  /** Begins with designators, or is known by others to be a part. */
  readonly isDesignated: boolean;
  /** Holds a part number or a value in few words. */
  readonly namesPart: boolean;
  /** Is no part, whatever the others are: a link, a text of a page. */
  readonly isNote: boolean;
}

/** Parts with a quantity that a text must have, and their share, before one without stands out. */
const minCounted = 3;
const mostlyCounted = 0.7;

/** The share of a block's lines that must be parts before its others are too. */
const mostlyParts = { counted: 0.6, uncounted: 0.5 } as const;

/** Lines that a block must have before its others are looked at like this. */
const minBlock = 3;

/** Words of a line that is a part only because those around it are. */
const longestPart = 25;

const bullet = /^\s*(?:[-*•–—·]|\d{1,3}[.)])\s/u;
const hasLetters = /\p{L}{2}/u;
const isTitle = (text: string): boolean => /[:：]$/u.test(text) || /^#+\s/u.test(text);
/** Words that stand apart from each other, as in columns, are no sentence. */
const isSentence = (text: string): boolean =>
  /[.!?]$/u.test(text) && !/\S\s{2,}\S/u.test(text) && text.split(/\s+/u).length >= 5;

const isExplicit = ({ isNote, statesQuantity, isDesignated }: ListLine): boolean =>
  !isNote && (statesQuantity || isDesignated);

const isLikely = (line: ListLine): boolean => isExplicit(line) || (!line.isNote && line.namesPart);

/** Lines without a blank one between them. */
const blocksOf = (lines: readonly ListLine[]): readonly (readonly ListLine[])[] => {
  const blocks: ListLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last !== undefined && last.at(-1)?.row === line.row - 1) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/**
 * How the parts of a text show: each states a quantity, each begins with designators or is known to
 * be one, or neither.
 */
type Marking = 'counted' | 'designated' | 'none';

const partsOfBlock = (block: readonly ListLine[], marking: Marking): readonly ListLine[] => {
  const isCounted = marking === 'counted';
  const sure = block.filter(isCounted ? isExplicit : isLikely).length;
  const least = mostlyParts[isCounted ? 'counted' : 'uncounted'];
  const isList = block.length >= minBlock && sure >= least * block.length;
  const isProse = block.filter(({ text }) => isSentence(text)).length * 4 > block.length;
  const isBulleted = block.filter(({ text }) => bullet.test(text)).length >= mostlyParts.counted * block.length;
  const isPart = (line: ListLine, at: number): boolean => {
    if (isExplicit(line)) return true;
    if (line.isNote || isTitle(line.text)) return false;
    if (line.namesPart && (!isCounted || (isList && (isBulleted || at > 0))))
      return !(isProse && isSentence(line.text));
    // The first line of a list of quantities names the list, unless it has the others' bullet.
    const isAlike = isBulleted ? bullet.test(line.text) : at > 0 || marking === 'none';
    const mayJoin = isList && !isProse && isAlike;
    return mayJoin && hasLetters.test(line.text) && line.text.split(/\s+/u).length <= longestPart;
  };
  return block.filter(isPart);
};

/** The lines that are parts, in their order. */
export const partLines = (lines: readonly ListLine[]): ReadonlySet<ListLine> => {
  const likely = lines.filter(isLikely).length;
  const counted = lines.filter((line) => !line.isNote && line.statesQuantity).length;
  const explicit = lines.filter(isExplicit).length;
  const isMost = (count: number): boolean => count >= minCounted && count >= mostlyCounted * likely;
  const marking = isMost(counted) ? 'counted' : isMost(explicit) ? 'designated' : 'none';
  return new Set(blocksOf(lines).flatMap((block) => partsOfBlock(block, marking)));
};
