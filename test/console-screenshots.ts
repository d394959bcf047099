/**
 * `npm run screenshots -- URL FOLDER [NAME]`: a picture of every page of the console of a running
 * service, light and dark, on a desktop and on a phone, as it is empty, full and refused. A service
 * that was used before has full pages where they are called empty. With a name only pictures whose
 * names begin with it are taken. `CUSTOMER_KEY` and `ADMIN_KEY` come from the environment. Pictures
 * are for looking at; none is compared.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import {
  askWith,
  buy,
  buyerPictures,
  emptyPictures,
  operate,
  operatorPictures,
  type Picture,
  refusedPictures,
} from './support/console-states.ts';

const [url = 'http://localhost:8080', folder = 'screenshots', wanted = ''] = process.argv.slice(2);
const { CUSTOMER_KEY: customerKey = '', ADMIN_KEY: adminKey = '' } = process.env;

const looks = {
  'desktop-light': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'desktop-dark': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'phone-light': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const;

const signIn = async (page: Page, key: string): Promise<void> => {
  await page.context().clearCookies();
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname !== '/console/sign-in');
};

/** Runs something in a browser of each look. */
const inEachLook = async (
  work: (page: Page, take: (pictures: readonly Picture[]) => Promise<void>, round: number) => Promise<void>,
): Promise<void> => {
  for (const [round, [look, options]] of Object.entries(looks).entries()) {
    const browser = await startBrowser(options);
    const page = await browser.context.newPage();
    const take = async (pictures: readonly Picture[]): Promise<void> => {
      for (const { name, path, act } of pictures.filter((each) => each.name.startsWith(wanted))) {
        await page.goto(`${url}${path}`);
        await act?.(page);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
      }
    };
    await work(page, take, round);
    await browser.close();
  }
};

await mkdir(folder, { recursive: true });
await inEachLook(async (page, take) => {
  await take(refusedPictures);
  await signIn(page, customerKey);
  await take(emptyPictures.buyer);
  await signIn(page, adminKey);
  await take(emptyPictures.operator);
});
const buyer = askWith(url, customerKey);
const made = await buy(buyer);
await operate(askWith(url, adminKey));
await inEachLook(async (page, take, round) => {
  await signIn(page, customerKey);
  await take(await buyerPictures(buyer, made, round));
  await signIn(page, adminKey);
  await take(operatorPictures);
});
