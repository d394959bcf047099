import { html } from 'hono/html';
import { notice } from '../components.ts';
import type { ConsolePage } from '../layout.ts';

/** The page on which a key or token is given. */
export const signInPage = (next: string, refusal: string | undefined): ConsolePage => ({
  title: 'Sign in',
  status: refusal === undefined ? 200 : 401,
  body: html`<div class="sign-in"><h1>Sign in</h1>
<p>With an API key or a web token. What the console shows is what the key may see.</p>
${refusal !== undefined ? notice('bad', refusal) : next === '/console' ? '' : notice('info', 'You are not signed in, or not any more. The page that you asked for opens next.')}
<form method="post" action="/console/sign-in"><input type="hidden" name="next" value="${next}">
<label>Key <input name="credential" type="password" required autocomplete="current-password" placeholder="os_..." autofocus></label>
<button class="primary">Sign in</button></form>
<p class="faint">The first keys were printed at the first start, or are in <span class="mono">data/first-keys.env</span>;
<span class="mono">npx offerstream keys</span> makes more.</p></div>`,
});
