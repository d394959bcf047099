/** Tags of the states of what operators change (RFC 9110): the same for the same state. */

const tagPattern = /^(W\/)?"[\x21\x23-\x7e]*"$/;

/** Most tags that one request names. */
const maxTags = 20;

/** Any state, of what exists. */
const anyState = '*';

/**
 * The tags that `If-Match` names; undefined: it is not well-formed. A weak tag stands among them
 * and is that of no state.
 */
export const expectedTags = (header: string): readonly string[] | undefined => {
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.length === 1 && tags[0] === anyState) return tags as string[];
  return tags.length <= maxTags && tags.every((tag) => tagPattern.test(tag)) ? tags : undefined;
};

/** Whether what has this tag, or does not exist, is as expected. */
export const isExpected = (expected: readonly string[], tag: string | undefined): boolean =>
  tag !== undefined && (expected.includes(anyState) || expected.includes(tag));
