import { BlockList, isIP } from 'node:net';

/**
 * Where requests may go that carry secrets or whose target somebody configures: to suppliers, to a
 * token issuer, to a language model. That is https to public addresses, and besides what the
 * operator lists: the services of a private network are not reached by giving their address to this
 * one.
 */
export interface OutboundRules {
  /** Origins that may be called whatever their scheme and address. */
  readonly origins: ReadonlySet<string>;
  /** Addresses that may be called though they are not public; by their number also without TLS. */
  readonly ranges: BlockList;
  /** The setting that lists these exceptions, as messages name it. */
  readonly setting: AllowSetting;
}

/**
 * The settings that list exceptions. Endpoints of webhooks are named by customers, so that what an
 * operator allows for a supplier is not allowed for them.
 */
export type AllowSetting = 'OUTBOUND_ALLOW' | 'WEBHOOKS_ALLOW';

type Range = readonly [address: string, prefix: number];

/**
 * What is not the public internet, by the registries of special-purpose addresses (RFC 6890 and its
 * updates).
 */
const specialV4: readonly Range[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers' translators
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/**
 * All of IPv6 that is assigned as public; loopback, unique local, link-local, multicast, mapped and
 * NAT64 are outside of it.
 */
const publicV6: Range = ['2000::', 3];

/**
 * Within it: what is not public after all, or holds an IPv4 address that a translator would call.
 */
const specialV6: readonly Range[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
];

const rangesOf = (type: 'ipv4' | 'ipv6', ranges: readonly Range[]): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, type);
  return list;
};

const special = { ipv4: rangesOf('ipv4', specialV4), ipv6: rangesOf('ipv6', specialV6) };
const assigned = rangesOf('ipv6', [publicV6]);

/** Whether an address is one of the public internet; an address with a zone is none. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !special.ipv4.check(address, 'ipv4');
  return assigned.check(address, 'ipv6') && !special.ipv6.check(address, 'ipv6');
};

const isListed = (address: string, { ranges }: OutboundRules): boolean => {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  return ranges.check(address, family === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a connection may be made to an address, for an origin that is not listed itself. */
export const mayConnect = (address: string, rules: OutboundRules): boolean =>
  isPublicAddress(address) || isListed(address, rules);

/** The address that a host is by itself, without asking anybody; undefined for a name. */
const literalOf = (hostname: string): string | undefined => {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(bare) !== 0) return bare;
  return bare === 'localhost' || bare.endsWith('.localhost') ? '127.0.0.1' : undefined;
};

/**
 * Why a URL may not be called, as a message for the operator; undefined when it may, as far as its
 * text tells.
 */
export const outboundRefusal = (text: string, rules: OutboundRules): string | undefined => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (rules.origins.has(url.origin)) return undefined;
  const address = literalOf(url.hostname);
  if (address !== undefined && isListed(address, rules)) return undefined;
  if (url.protocol !== 'https:') return `must be an https URL, unless ${rules.setting} lists its origin`;
  if (address !== undefined && !isPublicAddress(address))
    return `must not be a private, loopback or otherwise special address, unless ${rules.setting} lists it`;
  return undefined;
};

const rangeForm = /^([\da-f.:]+)\/(\d{1,3})$/i;

/**
 * Reads what an operator lists: origins such as `http://10.0.0.5:8080`, ranges such as
 * `10.0.0.0/8`; undefined when one is neither.
 */
export const readOutboundRules = (
  entries: readonly string[],
  setting: AllowSetting = 'OUTBOUND_ALLOW',
): OutboundRules | undefined => {
  const origins = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const [, address = '', prefix = ''] = rangeForm.exec(entry) ?? [];
    const family = isIP(address);
    if (family !== 0) {
      if (Number(prefix) > (family === 4 ? 32 : 128)) return undefined;
      ranges.addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
      continue;
    }
    const url = URL.parse(entry);
    // With a path it would look as if only that path were allowed.
    if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || entry.endsWith('/'))
      return undefined;
    origins.add(url.origin);
  }
  return { origins, ranges, setting };
};

/** The rules with some origins more. */
export const withOrigins = (rules: OutboundRules, origins: readonly string[]): OutboundRules => ({
  ...rules,
  origins: new Set([...rules.origins, ...origins.map((each) => new URL(each).origin)]),
});
