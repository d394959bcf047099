import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursors } from '../../../gateway/request/paging.ts';

const cursors = createCursors(new Uint8Array(32).fill(7));
const query = ['lm317', 'TI', ''];
const mark = fc.record({ rank: fc.double({ noNaN: true }), id: fc.string({ minLength: 1, maxLength: 60 }) });
const parts = fc.array(fc.string(), { minLength: 3, maxLength: 3 });

describe('cursor', () => {
  it('gives back the mark it was issued for, bit for bit', () => {
    fc.assert(
      fc.property(mark, parts, (given, of) => {
        fc.pre(given.id === Buffer.from(given.id).toString());
        expect(cursors.read(cursors.issue(given, of), of)).toEqual({ kind: 'mark', mark: given });
      }),
    );
  });

  it('is told apart when it belongs to another query, however the parts are cut', () => {
    const token = cursors.issue({ rank: 1, id: 'prd_1' }, ['ab', 'c', '']);
    for (const other of [
      ['a', 'bc', ''],
      ['ab', 'c'],
      ['ab', '', 'c'],
      ['ab', 'c', 'd'],
    ]) {
      expect(cursors.read(token, other)).toEqual({ kind: 'of_another_query' });
    }
  });

  it('is unreadable after any change of any character', () => {
    const token = cursors.issue({ rank: 0.25, id: 'prd_abcdef' }, query);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .\n';
    for (let at = 0; at < token.length; at += 1) {
      for (const character of alphabet) {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        if (changed !== token) expect(cursors.read(changed, query)).toEqual({ kind: 'unreadable' });
      }
    }
  });

  it('is unreadable under another key, cut short, lengthened, or made up', () => {
    const token = cursors.issue({ rank: 1, id: 'prd_1' }, query);
    const elsewhere = createCursors(new Uint8Array(32).fill(8));
    expect(elsewhere.read(token, query)).toEqual({ kind: 'unreadable' });
    for (const text of [token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, 'x', 'A'.repeat(100_000)]) {
      expect(cursors.read(text, query)).toEqual({ kind: 'unreadable' });
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(cursors.read(text, query).kind).toBe('unreadable');
      }),
    );
  });

  it('refuses a key too short to keep a secret', () => {
    expect(() => createCursors(new Uint8Array(15))).toThrow(RangeError);
  });
});
