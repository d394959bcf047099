import fc from 'fast-check';
import { getPath } from 'hono/utils/url';
import { describe, expect, it } from 'vitest';
import { isSheddable, requestTarget } from '../../../gateway/http/request-target.ts';

const taken = (target: string) => ({ kind: 'target', target, path: target.split('?')[0] });

describe('a request target', () => {
  it.each([
    ['/v1/products/x', '/v1/products/x'],
    ['/', '/'],
    ['/%76%31/pr%6fducts/x?q=%2e/../', '/v1/products/x?q=%2e/../'],
    ['/v1/products/a%2fb', '/v1/products/a%2Fb'],
    ['/v1/products/%c3%a4%20%5c', '/v1/products/%C3%A4%20%5C'],
    ['/v1/products/a..b/...', '/v1/products/a..b/...'],
    ['/v1/products/%2525', '/v1/products/%2525'],
    ['http://other/v1/x?y', '/v1/x?y'],
    ['HTTPS://[::1]:8443/v1/x', '/v1/x'],
    ['/v1/.', '/v1/'],
    ['/v1/../x', '/x'],
    ['/v1/%2e%2E/x', '/x'],
    ['/v1/a/.%2e', '/v1/'],
    ['/v1/./admin/../products/x?a', '/v1/products/x?a'],
    ['http://other', '/'],
    ['http://other?y', '/?y'],
  ])('%s is taken as %s', (sent, target) => {
    expect(requestTarget(sent, 1)).toEqual(taken(target));
  });

  it.each([
    '',
    '*',
    'v1/x',
    'other:443',
    '/..',
    '/v1/../../x',
    '/%2e%2E/x',
    '/.%2e',
    '//',
    '/v1//x',
    '/v1\\x',
    '/v1#x',
    '/v1/%',
    '/v1/%4',
    '/v1/%g0',
    '/v1/ä',
    '/v1/\u0001',
    '/v1/x y',
    'http:///v1/x',
    'http://user:pass@other/v1/x',
    'http://other\\@else/v1/x',
    'ftp://other/v1/x',
    `/${'x'.repeat(16_384)}`,
  ])('%s is refused', (sent) => {
    expect(requestTarget(sent, 1)).toMatchObject({ kind: 'refused' });
  });

  it('is never absolute over HTTP/2', () => {
    expect(requestTarget('http://other/v1/x', 2)).toMatchObject({ kind: 'refused' });
    expect(requestTarget('/v1/x', 2)).toEqual(taken('/v1/x'));
  });

  it('has one form, which the router reads as it is and nobody resolves further', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '%76',
      '%25',
      'v1',
      'admin',
      'docs',
      ';',
      '?',
      'x',
    );
    const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(target, (sent) => {
        const found = requestTarget(sent, 1);
        if (found.kind === 'refused') return;
        expect(requestTarget(found.target, 1)).toEqual(found);
        expect(new URL(`http://h${found.target}`).pathname).toBe(found.path);
        const routed = getPath(new Request(`http://h${found.target}`));
        expect(routed.split('/')).toHaveLength(found.path.split('/').length);
        expect(isSheddable(routed)).toBe(isSheddable(found.path));
      }),
      { numRuns: 5_000 },
    );
  });
});
