import { describe, expect, it } from 'vitest';
import {
  createCallerAddress,
  isAddressRange,
  networkOf,
  peerAddress,
} from '../../../gateway/protection/caller-address.ts';

describe('the address that a request came from', () => {
  const of = createCallerAddress(['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1']);

  it.each([
    ['of the connection, whatever the header says', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['of IPv4 within IPv6', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['of IPv6', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2:3:4:5:6'],
    ['of this machine', '::1', undefined, '::1'],
    ['of IPv6 with a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['of the connection with its port', '10.1.2.3:4711', undefined, '10.1.2.3'],
    ['of the connection with brackets and its port', '[::ffff:10.1.2.3]:4711', undefined, '10.1.2.3'],
    ['before a proxy', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['before two proxies', '10.1.2.3', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['that is the last untrusted one', '10.1.2.3', '6.6.6.6, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['with a port', '10.1.2.3', '203.0.113.9:4711', '203.0.113.9'],
    ['with brackets and a port', '10.1.2.3', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::9'],
    ['before a proxy of IPv6', '2001:db8:ffff::7', '203.0.113.9', '203.0.113.9'],
    [
      'of the last proxy, where the header is no list of addresses',
      '10.1.2.3',
      '1.2.3.4, unknown, 10.5.5.5',
      '10.5.5.5',
    ],
    ['of the proxy, where the header is empty', '10.1.2.3', '', '10.1.2.3'],
    ['of the proxy, where there is no header', '10.1.2.3', undefined, '10.1.2.3'],
    ['of the first, where all are trusted', '10.1.2.3', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['that is gone', undefined, '1.2.3.4', undefined],
    ['that is none', 'unknown', undefined, undefined],
    ['that is empty', '', undefined, undefined],
  ])('is the one %s', (_, peer, forwardedFor, address) => {
    expect(of({ peer, forwardedFor })).toBe(address);
  });

  it('is that of the connection where no proxy is trusted', () => {
    expect(peerAddress({ peer: '10.1.2.3', forwardedFor: '203.0.113.9' })).toBe('10.1.2.3');
  });

  it('is found at the end of a header of any length, at a bounded cost', () => {
    const long = `${'6.6.6.6,'.repeat(2_000)}${'10.0.0.1,'.repeat(2_000)}`;
    expect(of({ peer: '10.1.2.3', forwardedFor: long })).toBe('10.1.2.3');
    expect(of({ peer: '10.1.2.3', forwardedFor: '10.0.0.1,'.repeat(2_000).slice(0, -1) })).toBe('10.0.0.1');
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['fd00::/8', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0', false],
  ['proxy.example', false],
  ['', false],
])('%s is a range of addresses: %s', (text, is) => {
  expect(isAddressRange(text)).toBe(is);
});
