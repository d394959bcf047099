import { expect, test } from 'vitest';
import { loadConfig } from '../../../gateway/config/config.ts';

test('origins of pages are listed between commas, and are origins only', () => {
  expect(loadConfig({}).corsOrigins).toEqual([]);
  const given = 'https://shop.example, http://localhost:5173';
  expect(loadConfig({ CORS_ORIGINS: given }).corsOrigins).toEqual(['https://shop.example', 'http://localhost:5173']);
  for (const bad of [
    '*',
    'shop.example',
    'https://shop.example/',
    'https://Shop.example',
    'https://a.example,',
    'ftp://a',
  ])
    expect(() => loadConfig({ CORS_ORIGINS: bad }), bad).toThrow(/^CORS_ORIGINS: expected origins/);
});
