import { hash } from 'node:crypto';

/** Tags of answers (RFC 9110): the same for the same content, which need not be sent again. */

/** The tag of a text: weak, because the same content may be sent in another coding. */
export const tagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether a client has what the tag stands for, by its `If-None-Match`. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((each) => opaque(each) === opaque(tag)));
