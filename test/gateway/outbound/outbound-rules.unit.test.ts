import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../gateway/config/config.ts';
import {
  isPublicAddress,
  mayConnect,
  outboundRefusal,
  readOutboundRules,
} from '../../../gateway/outbound/outbound-rules.ts';

const rules = (...entries: string[]) => {
  const read = readOutboundRules(entries);
  if (read === undefined) throw new Error('unreadable');
  return read;
};

describe('an address', () => {
  it.each([
    ['0.0.0.0', 'this host'],
    ['0.255.255.255', 'this network'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.0', 'carrier-grade translation'],
    ['100.127.255.255', 'carrier-grade translation'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'metadata of clouds'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.0.1', 'private'],
    ['192.168.255.255', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.19.255.255', 'benchmarks'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:10.0.0.1', 'mapped private'],
    ['::ffff:8.8.8.8', 'mapped public'],
    ['::ffff:0:127.0.0.1', 'translated'],
    ['64:ff9b::a00:1', 'NAT64 of a private address'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::1', 'NAT64 of a network'],
    ['100::1', 'discarded'],
    ['2001::1', 'Teredo'],
    ['2001:10::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::1', '6to4 of loopback'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fdff::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['2606:4700::1111%eth0', 'a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['', 'nothing'],
    ['api.acme.example', 'a name'],
    ['1.2.3', 'no address'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(mayConnect(address, rules())).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(mayConnect(address, rules())).toBe(true);
  });

  it('inside IPv4 is told the same by number: no mapped form of any is public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }),
    );
  });

  it('that is listed may be called, and its neighbours not', () => {
    const listed = rules('10.20.0.0/16', 'fd00:1::/32');
    expect([...['10.20.0.1', '10.20.255.255', 'fd00:1::5']].map((each) => mayConnect(each, listed))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.21.0.0', '10.19.255.255', 'fd00:2::5', '127.0.0.1'].some((each) => mayConnect(each, listed))).toBe(
      false,
    );
  });
});

describe('a URL', () => {
  it.each([
    ['http://api.acme.example', 'https'],
    ['ftp://api.acme.example', 'http or https'],
    ['acme', 'http or https'],
    ['https://127.0.0.1', 'loopback'],
    ['https://2130706433', 'loopback'],
    ['https://0177.0.0.1', 'loopback'],
    ['https://127.0.0.1./', 'loopback'],
    ['https://localhost', 'loopback'],
    ['https://LOCALHOST.', 'loopback'],
    ['https://api.localhost', 'loopback'],
    ['https://[::1]', 'loopback'],
    ['https://[::ffff:10.0.0.1]', 'special'],
    ['https://[fe80::1]', 'special'],
    ['https://169.254.169.254/latest/meta-data', 'special'],
  ])('%s is refused', (url, why) => {
    expect(outboundRefusal(url, rules())).toContain(why);
  });

  it.each(['https://api.acme.example', 'https://api.acme.example:8443/v1', 'https://1.1.1.1'])(
    '%s is allowed',
    (url) => {
      expect(outboundRefusal(url, rules())).toBeUndefined();
    },
  );

  it('of a listed origin is allowed, and no other port, scheme or host', () => {
    const listed = rules('http://10.0.0.5:8080', 'https://intern.example');
    expect(outboundRefusal('http://10.0.0.5:8080/v1', listed)).toBeUndefined();
    expect(outboundRefusal('https://intern.example:443/v1', listed)).toBeUndefined();
    for (const other of [
      'http://10.0.0.5:8081',
      'https://10.0.0.5:8080',
      'http://10.0.0.6:8080',
      'http://intern.example',
    ])
      expect(outboundRefusal(other, listed)).toBeDefined();
  });

  it('of a listed range is allowed by its number, also without TLS, but a name needs TLS', () => {
    const listed = rules('127.0.0.0/8');
    expect(outboundRefusal('http://127.0.0.1:9', listed)).toBeUndefined();
    expect(outboundRefusal('http://localhost:9', listed)).toBeUndefined();
    expect(outboundRefusal('http://acme.example', listed)).toContain('https');
  });
});

describe('OUTBOUND_ALLOW', () => {
  it.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    'acme.example',
    'http://acme.example/v1',
    'http://a:b@acme.example',
    'ftp://x',
  ])('takes no %s', (entry) => {
    expect(readOutboundRules([entry])).toBeUndefined();
    expect(() => loadConfig({ OUTBOUND_ALLOW: entry })).toThrow(/^OUTBOUND_ALLOW: expected origins/);
  });

  it.each([
    ['JWT_JWKS_URL', { JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'us' }],
    ['LLM_BASE_URL', { LLM_MODEL: 'some' }],
  ])('decides where %s may be', (name, others) => {
    const load = (url: string, more = {}) => loadConfig({ ...others, [name]: url, ...more });
    expect(() => load('https://id.example/keys')).not.toThrow();
    for (const url of ['http://id.example/keys', 'https://10.0.0.1/keys'])
      expect(() => load(url)).toThrow(new RegExp(`^${name}: must .*OUTBOUND_ALLOW`));
    expect(() => load('http://10.0.0.1:9/keys', { OUTBOUND_ALLOW: 'http://10.0.0.1:9' })).not.toThrow();
  });
});
