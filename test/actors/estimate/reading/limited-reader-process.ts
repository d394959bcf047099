import { createDocumentReader } from '../../../../actors/estimate/reading/document-reader.ts';
import { greedyDocument, smallDocument } from './greedy-document.ts';

/**
 * Reads a document that takes more memory than its reader may, then one that takes little, and
 * prints what became of both.
 */

const never = new AbortController().signal;
const { read } = createDocumentReader({ readers: 1, memoryMb: 32, processorMs: 60_000 });
for (const bytes of [greedyDocument, smallDocument]) {
  const result = await read({ customerId: 'acme', source: async () => ({ kind: 'document', bytes }) }, never);
  process.stdout.write(`${result.kind === 'failure' ? result.failure.text : result.kind}\n`);
}
process.exit(0);
