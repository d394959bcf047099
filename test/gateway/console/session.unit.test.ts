import { describe, expect, it } from 'vitest';
import { createSessionSealer, fitsSession } from '../../../gateway/console/gate.ts';

const secret = new Uint8Array(32).fill(7);
const nonce = new Uint8Array(12).fill(1);
const session = { credential: 'os_abcdefghijklmnopqrstuvwxyz', endsAtMs: 1_000_000 };

describe('a sealed session', () => {
  it('opens in every process with the secret, until it ends', () => {
    const sealed = createSessionSealer(secret).seal(session, nonce);
    expect(createSessionSealer(secret).open(sealed, 999_999)).toEqual(session);
    expect(createSessionSealer(secret).open(sealed, 1_000_000)).toBeUndefined();
    expect(createSessionSealer(new Uint8Array(32).fill(8)).open(sealed, 0)).toBeUndefined();
  });

  it('says nothing of the key, and opens no more once a bit of it was changed', () => {
    const sealed = createSessionSealer(secret).seal(session, nonce);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('abcdef');
    for (let at = 0; at < sealed.length; at += 5) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(createSessionSealer(secret).open(changed, 0), String(at)).toBeUndefined();
    }
  });

  it.each(['', 'x', 'A'.repeat(38), 'A'.repeat(100_000)])('does not open what is none', (text) => {
    expect(createSessionSealer(secret).open(text, 0)).toBeUndefined();
  });

  it('has no room for what would fit into no cookie', () => {
    expect(fitsSession('x'.repeat(2_800))).toBe(true);
    expect(createSessionSealer(secret).seal({ ...session, credential: 'x'.repeat(2_800) }, nonce).length).toBeLessThan(
      3_900,
    );
    expect(fitsSession('x'.repeat(3_000))).toBe(false);
  });
});
