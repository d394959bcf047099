import type { HtmlEscapedString } from 'hono/utils/html';

/** Text that is HTML: everything put into it was escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
