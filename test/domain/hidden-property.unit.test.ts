import { describe, expect, it } from 'vitest';
import { createHiddenProperty } from '../../domain/hidden-property.ts';

describe('attachment', () => {
  const note = createHiddenProperty<{ readonly id: string }, number>('note');

  it('stays with its object, whatever else is attached, until another takes its place', () => {
    const [one, two] = [{ id: 'a' }, { id: 'a' }];
    createHiddenProperty<typeof one, number>('note').set(one, 7);
    expect(note.get(one)).toBeUndefined();
    note.set(one, 1);
    note.set(one, 2);
    expect([note.get(one), note.get(two)]).toEqual([2, undefined]);
  });

  it('is seen by nobody else: not in a copy, a comparison or JSON', () => {
    const holder = { id: 'a' };
    note.set(holder, 1);
    const copy = { ...holder };
    expect(note.get(copy)).toBeUndefined();
    expect(holder).toEqual({ id: 'a' });
    expect(JSON.stringify(holder)).toBe('{"id":"a"}');
  });
});
