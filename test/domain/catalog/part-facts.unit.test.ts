import { expect, it } from 'vitest';
import { statedFacts } from '../../../domain/catalog/part-facts.ts';

it('keeps what is stated, trimmed, and leaves out what is blank or unknown', () => {
  expect(statedFacts({ eccn: ' EAR99 ', rohs: '', reach: undefined })).toEqual({ eccn: 'EAR99' });
  expect(statedFacts({ eccn: '  ' })).toBeUndefined();
  expect(statedFacts({ ...JSON.parse('{"__proto__": "x", "constructor": "y"}') })).toBeUndefined();
});

it('keeps links that can be followed, and adds the scheme that some suppliers leave out', () => {
  expect(statedFacts({ datasheet_url: '//www.tme.eu/a.pdf', product_url: 'http://x.example/1' })).toEqual({
    datasheet_url: 'https://www.tme.eu/a.pdf',
    product_url: 'http://x.example/1',
  });
  expect(statedFacts({ datasheet_url: 'javascript:alert(1)', product_url: 'see our catalogue' })).toBeUndefined();
});

it('leaves out what is too long to be such a fact', () => {
  expect(statedFacts({ eccn: 'E'.repeat(41), hts_code: '8541.21.0095' })).toEqual({ hts_code: '8541.21.0095' });
});
