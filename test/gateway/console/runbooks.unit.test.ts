import { describe, expect, it } from 'vitest';
import { alertRules } from '../../../domain/overview/alerts.ts';
import { runbookOf, runbooksIn, spansIn } from '../../../gateway/console/runbooks.ts';

describe('runbooks', () => {
  it('every alert that can fire has one', () => {
    for (const { name } of alertRules) expect(runbookOf(name.toLowerCase())?.title).toBe(name);
    expect(runbookOf('no-such-alert')).toBeUndefined();
  });

  it('are the headings of the third level, with texts, lists, tables and commands', () => {
    const document =
      '# A\n\n### `One` thing, or another\n\nA text\nof two lines.\n\n- this\n  and more\n- that\n\n```sh\nrun it\n```\n\n' +
      '| slo | promise |\n|---|---|\n| a | b |\n\n## B\n\n### Two\n';
    expect([...runbooksIn(document)]).toEqual([
      [
        'one-thing-or-another',
        {
          title: '`One` thing, or another',
          blocks: [
            { kind: 'text', text: 'A text of two lines.' },
            { kind: 'list', items: ['this and more', 'that'] },
            { kind: 'code', text: 'run it' },
            { kind: 'list', items: ['a: b'] },
          ],
        },
      ],
      ['two', { title: 'Two', blocks: [] }],
    ]);
  });

  it('keep code and links apart from what is plain', () => {
    expect(spansIn('See `a <b>`, [the other](#outboxlaghigh).')).toEqual([
      { kind: 'plain', text: 'See ' },
      { kind: 'code', text: 'a <b>' },
      { kind: 'plain', text: ', ' },
      { kind: 'link', text: 'the other', to: '#outboxlaghigh' },
      { kind: 'plain', text: '.' },
    ]);
  });
});
