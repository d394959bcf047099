import type { BrowserContext, Page } from 'playwright-core';

/** How soon a page of the console is seen, and answers to whoever uses it. */

/** One load of a page, in milliseconds since it was asked for. */
export interface View {
  /** Something of it is seen. */
  readonly paintedMs: number;
  /** All of it is read, and its script has put on what it does. */
  readonly usableMs: number;
}

const figures = `new Promise((resolve) => {
  const tell = () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation');
    if (painted === undefined || domContentLoadedEventEnd === 0) requestAnimationFrame(tell);
    else resolve({ paintedMs: painted.startTime, usableMs: Math.max(painted.startTime, domContentLoadedEventEnd) });
  };
  tell();
})`;

/** Signs in with a key. */
export const signIn = async (page: Page, url: string, key: string): Promise<void> => {
  await page.goto(`${url}/console/sign-in`);
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname !== '/console/sign-in');
};

/** Loads a page so many times as if for the first time: nothing of it is in the browser. */
export const loadAnew = async (context: BrowserContext, url: string, times: number): Promise<readonly View[]> => {
  const views: View[] = [];
  for (let at = 0; at < times; at += 1) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.goto(url);
    views.push(await page.evaluate<View>(figures));
    await page.close();
  }
  return views;
};
