import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { createFormReader, type ReadForm } from '../../../gateway/http/read-form.ts';

type Part = readonly [name: string, value: string];

const bodyOf = (parts: readonly Part[]): string =>
  `${parts.map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`;

/** What reading a form comes to. */
const readingOf = async (body: string): Promise<ReadForm | Failure> => {
  const outcomes: (ReadForm | Failure)[] = [];
  const app = new Hono();
  app.post('/', async (context) => {
    try {
      outcomes.push(await createFormReader(2 ** 25)(context));
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      outcomes.push(thrown);
    }
    return context.text('');
  });
  await app.request('/', { method: 'POST', body, headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('the form was neither read nor refused');
  return outcome;
};

const namesOf = async (parts: readonly Part[]): Promise<readonly string[]> => {
  const form = await readingOf(bodyOf(parts));
  return form instanceof Failure ? [`refused: ${form.message}`] : Object.keys(form.fields);
};

it('keeps a field whatever its name is, such as __proto__, so that nothing is lost without a word', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  expect(await namesOf(names.map((name) => [name, '1']))).toEqual(names);
});

it('refuses a field that is given twice', async () => {
  expect(await namesOf([1, 2].map((value) => ['currency', String(value)]))).toEqual([
    'refused: currency: is given twice',
  ]);
});

it('refuses a form of too many fields before it is taken apart', async () => {
  const form = await readingOf(bodyOf(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, ''])));
  expect(form).toMatchObject({ violations: [{ field: 'body', description: 'must have at most 64 fields' }] });
});
