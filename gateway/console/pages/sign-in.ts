import { html } from 'hono/html';
import { notice } from '../components.ts';
import type { Html } from '../format.ts';
import type { ConsolePage } from '../layout.ts';

/** What is said above the form. */
interface Said {
  /** Why what was given is not taken. */
  readonly refusal?: string;
  /** Whether a form was sent that was not done. */
  readonly isUnsent?: boolean;
}

const saidAbove = (next: string, { refusal, isUnsent = false }: Said): Html => {
  if (refusal !== undefined) return notice('bad', refusal);
  if (isUnsent) return notice('warn', 'What you sent was not done; sign in and send it again.');
  if (next === '/console') return html``;
  return notice('info', 'You are not signed in, or not any more. The page that you asked for opens next.');
};

/** The page on which a key or token is given, which leads to `next`. */
export const signInPage = (next: string, said: Said): ConsolePage => ({
  title: 'Sign in',
  status: said.refusal === undefined ? 200 : 401,
  body: html`<div class="sign-in"><h1>Sign in</h1>
<p>With an API key or a web token. What the console shows is what the key may see.</p>
${saidAbove(next, said)}
<form method="post" action="/console/sign-in"><input type="hidden" name="next" value="${next}">
<label>Key <input name="credential" type="password" required autocomplete="current-password" placeholder="os_..." autofocus></label>
<button class="primary">Sign in</button></form>
<p class="faint">The first keys were printed at the first start, or are in <span class="mono">data/first-keys.env</span>;
<span class="mono">npx offerstream keys create</span> makes more.</p></div>`,
});
