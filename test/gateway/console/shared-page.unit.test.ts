import { html } from 'hono/html';
import { expect, it } from 'vitest';
import type { PageInput } from '../../../gateway/console/page.ts';
import { sharedPage } from '../../../gateway/console/shared-page.ts';

/** A viewer whose page says how often one was made before it. */
const asked = (viewer: Partial<PageInput['viewer']> = {}): PageInput =>
  ({ viewer: { name: 'one', isCustomer: false, isOperator: true, path: '', locale: 'en', ...viewer } }) as PageInput;

const counting = (fails: (made: number) => boolean = () => false) => {
  let made = 0;
  return async ({ viewer }: PageInput) => {
    made += 1;
    if (fails(made)) throw new Error(`failed ${made}`);
    return { title: 'Now', body: html`<p>${viewer.locale} ${made}</p>` };
  };
};

const bodyOf = async (page: Promise<{ readonly body: unknown }>): Promise<string> => String(await (await page).body);

it('is made once for all operators of a locale who look within a while', async () => {
  const page = sharedPage(counting(), 60_000);
  const seen = await Promise.all([page(asked()), page(asked()), page(asked({ name: 'another' }))].map(bodyOf));
  expect(seen).toEqual(['<p>en 1</p>', '<p>en 1</p>', '<p>en 1</p>']);
  expect(await bodyOf(page(asked({ locale: 'de' })))).toBe('<p>de 2</p>');
  expect(await bodyOf(page(asked()))).toBe('<p>en 1</p>');
});

it('is never what was made for an operator where the viewer is none', async () => {
  const page = sharedPage(counting(), 60_000);
  await page(asked());
  expect(await bodyOf(page(asked({ isOperator: false })))).toBe('<p>en 2</p>');
});

it('is made again for those who waited for one that failed, and fails for them where that fails too', async () => {
  const page = sharedPage(
    counting((made) => made === 1),
    60_000,
  );
  expect(await Promise.all([page(asked()), page(asked())].map(bodyOf))).toEqual(['<p>en 2</p>', '<p>en 2</p>']);
  const broken = sharedPage(
    counting(() => true),
    60_000,
  );
  await expect(broken(asked())).rejects.toThrow('failed 2');
});

it('is made for each where there are more locales than are kept', async () => {
  const page = sharedPage(counting(), 60_000);
  for (let at = 0; at < 32; at += 1) await page(asked({ locale: `en-${at}` }));
  expect(await bodyOf(page(asked({ locale: 'fr' })))).toBe('<p>fr 33</p>');
  expect(await bodyOf(page(asked({ locale: 'fr' })))).toBe('<p>fr 34</p>');
});
