import { describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../../actors/estimate/reading/document-reader.ts';
import { hostileDocument, hostileDocumentNames } from '../../../support/hostile-documents.ts';

const never = new AbortController().signal;
const { read } = createDocumentReader();

describe('the worst documents known', () => {
  it.each(hostileDocumentNames)('%s: read or refused within the limits, without an end of its reader', async (name) => {
    const { bytes } = hostileDocument(name);
    const source = async () => ({ kind: 'document' as const, bytes });
    const result = await read({ customerId: 'acme', source }, never);
    // A reader that was brought down says so in these words.
    const fate = result.kind === 'failure' ? result.failure.text : '';
    expect(fate).not.toMatch(/takes too (?:long|much memory)|ends the program/u);
  });
});
