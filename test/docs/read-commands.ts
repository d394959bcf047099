import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fenced block of commands of a page. */
export interface CommandBlock {
  /** From the root of the checkout: `docs/search.md`. */
  readonly page: string;
  /** Of its first command, from 1. */
  readonly line: number;
  readonly text: string;
}

const fence = /^( *)```(sh|bash|console|shell)\n([\s\S]*?)^ *```$/gm;

/** The blocks of commands in the text of a page, in order, without the indentation of lists. */
export const commandBlocks = (page: string, text: string): readonly CommandBlock[] =>
  [...text.matchAll(fence)].map(({ index, 1: indent = '', 3: body = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

/** The blocks of commands of a page of the checkout. */
export const readCommands = async (root: string, page: string): Promise<readonly CommandBlock[]> =>
  commandBlocks(page, await readFile(join(root, page), 'utf8'));
