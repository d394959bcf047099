import { expect, it } from 'vitest';
import { withVisibleMarks } from '../../../gateway/console/visible-marks.ts';

it('marks that no one sees are shown as what they are', () => {
  expect(withVisibleMarks('<td>a\u202Eb\u200B</td>')).toBe(
    '<td>a<span class="mark">U+202E</span>b<span class="mark">U+200B</span></td>',
  );
  expect(withVisibleMarks('<td>RC\u200D0603\u00AD\uFEFF\u0007</td>')).toMatch(/U\+200D.*U\+00AD.*U\+FEFF.*U\+0007/);
});

it('texts of other scripts and emoji keep the joiners that they need', () => {
  for (const page of ['<td>می\u200Cخواهم</td>', '<td>👩\u200D🔧</td>', '<td>\n\ttext\r\n</td>'])
    expect(withVisibleMarks(page)).toBe(page);
});

it('a title and a choice hold no element, and a field keeps what was written', () => {
  expect(withVisibleMarks('<title>a\u202E</title>')).toBe('<title>a[U+202E]</title>');
  expect(withVisibleMarks('<option value="x">a\u202E</option>')).toBe('<option value="x">a[U+202E]</option>');
  expect(withVisibleMarks('<textarea>a\u202E</textarea>')).toBe('<textarea>a\u202E</textarea>');
  expect(withVisibleMarks('<input value="a\u202E">')).toBe('<input value="a\u202E">');
});
