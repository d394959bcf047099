import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { SupplierClient } from '../../actors/connector/suppliers/supplier-client.ts';

/**
 * Saved answers of a supplier with what they mean. Each is a file `NAME.json`; a body that is not
 * text stands for its JSON. `decoded` is compared as JSON, so that amounts are decimal text; what
 * of a page it does not name is not compared.
 */
const fixture = z.strictObject({
  phase: z.literal(['warehouses', 'catalogue', 'prices', 'stocks', 'lookup']),
  cursor: z.string().optional(),
  status: z.int().min(100).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown(),
  /** The class of the answer, such as `{"kind": "throttled", "window": "daily"}`. */
  means: z.looseObject({ kind: z.string() }),
  /** What is read of it; only of an answer that is a success. */
  decoded: z.looseObject({ kind: z.literal(['page', 'malformed']) }).optional(),
});

const readFixture = (folder: string, name: string): z.infer<typeof fixture> => {
  const read = fixture.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new RangeError(`${name}: ${issue?.path.join('.') || 'the fixture'}: ${issue?.message}`);
};

/** Makes a test of every fixture in a folder. Throws RangeError where there is none. */
export const answerFixtures = (name: string, client: SupplierClient, folder: string): void => {
  const names = readdirSync(folder).filter((each) => each.endsWith('.json'));
  if (names.length === 0) throw new RangeError(`there are no fixtures in ${folder}`);
  describe(`saved answers of ${name}`, () => {
    it.each(names)('%s means and holds what stands beside it', (file) => {
      const { phase, cursor, status, headers, body, means, decoded } = readFixture(folder, file);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = { status, headers, body: text, bodyBytes: Buffer.byteLength(text), durationMs: 1 };
      expect(client.classify(response)).toMatchObject(means);
      if (decoded === undefined) return;
      const read: unknown = JSON.parse(JSON.stringify(client.decode(phase, cursor, response)));
      expect(read).toMatchObject(decoded);
    });
  });
};
