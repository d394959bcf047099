import type { ConsoleApi } from './api.ts';
import type { Formats } from './format.ts';
import type { ConsolePage, Viewer } from './layout.ts';

/** What a page is made from. */
export interface PageInput {
  readonly api: ConsoleApi;
  readonly formats: Formats;
  readonly now: Date;
  readonly viewer: Viewer;
  readonly query: URLSearchParams;
  /** Parameters of the path. */
  readonly param: (name: string) => string;
}

/** Makes a page. What the API refuses becomes a page that says so. */
export type PageHandler = (input: PageInput) => Promise<ConsolePage>;

/** What a form does. */
export interface ActionInput extends Pick<PageInput, 'api' | 'param' | 'formats'> {
  /** The address of the page that the form was sent from; the start where that is not known. */
  readonly sentFrom: string;
  /** Fields of the form; empty for one with a file. */
  readonly fields: URLSearchParams;
  /** A form with a file, as it came. */
  readonly upload: { readonly body: ReadableStream<Uint8Array> | null; readonly contentType: string } | undefined;
}

/**
 * Does what a form asks for, and gives the address to go to, or a page for what is shown only this
 * once or was only tried.
 */
export type ActionHandler = (input: ActionInput) => Promise<string | ConsolePage>;
