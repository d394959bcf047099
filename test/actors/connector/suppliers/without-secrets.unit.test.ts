import { describe, expect, it } from 'vitest';
import { createGenericClient } from '../../../../actors/connector/suppliers/generic/client.ts';
import { withoutSecrets } from '../../../../actors/connector/suppliers/without-secrets.ts';
import { answered } from './answered.ts';

const secret = { apiKey: 'a-key-of-20-letters!' };
const settings = { feeds: { catalogue: { path: '/list', format: { kind: 'json' }, fields: { sku: 'id' } } } };
const client = withoutSecrets(createGenericClient({ baseUrl: 'https://shop.test', secret, settings }), secret);
const decoded = (body: unknown): string => JSON.stringify(client.decode('catalogue', undefined, answered(200, body)));

describe('what is shown of an answer that cannot be read', () => {
  it('repeats no secret, whole or cut off by the end of the sample', () => {
    expect(decoded(`sorry, ${secret.apiKey} is not allowed`)).toContain('sorry, *** is not allowed');
    for (let before = 40; before < 90; before += 1) {
      const text = decoded(`${'x'.repeat(before)}${secret.apiKey} and more`);
      expect(text).not.toContain('a-key');
    }
  });

  it('repeats no secret of a row that is left out', () => {
    expect(decoded([{ id: '', note: secret.apiKey }])).toContain('***');
    expect(decoded([{ id: '', note: secret.apiKey }])).not.toContain('a-key');
  });
});
