/**
 * The address that a request came from: that of the connection, or behind proxies that are trusted
 * the last one in `x-forwarded-for` that is none of them. Earlier entries were written by the
 * client that sent the request. The audit trail names it; limits count it with its network
 * (`networkOf`).
 */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Where a request came from. */
export interface RequestOrigin {
  /** The address at the other end of the connection; undefined when it is gone already. */
  readonly peer: string | undefined;
  /** The header `x-forwarded-for`, in order if there are several. */
  readonly forwardedFor: string | undefined;
}

/** Tells the address that a request came from; undefined when there is none. */
export type CallerAddress = (from: RequestOrigin) => string | undefined;

/** Addresses of a header that are looked at, from its end; no chain of proxies is longer. */
const maxHops = 16;

/** Whether the text is an address or a range as `10.0.0.0/8`. */
export const isAddressRange = (range: string): boolean => {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

/** Addresses and ranges that are trusted. */
export const createAddressList = (ranges: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
};

const mapped = /^::ffff:(?=\d+\.)/i;

/**
 * Without what some write around it: the port, brackets, a zone, and the form of IPv4 within IPv6.
 */
const plain = (written: string): string => {
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [withoutZone = ''] = bare.split('%', 1);
  return withoutZone.replace(mapped, '');
};

/** The first four groups of an IPv6 address. */
const firstGroups = (address: string): string => {
  const [before = '', after] = address.toLowerCase().split('::');
  const groupsOf = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'));
  const [left, right] = [groupsOf(before), groupsOf(after)];
  // An IPv4 address at the end stands for two groups.
  const length = left.length + right.length + (address.includes('.') ? 1 : 0);
  const filled = after === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - length)).fill('0'), ...right];
  const network = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
};

/**
 * What an address counts as where something is limited by address: an IPv6 address as its /64,
 * which is what one customer of a provider has, and all that have none as one, `unknown`.
 */
export const networkOf = (address = 'unknown'): string => (isIPv6(address) ? firstGroups(address) : address);

/**
 * Makes the reader of one process. `trusted` are addresses and ranges; without any, the header
 * never counts.
 */
export const createCallerAddress = (trusted: readonly string[]): CallerAddress => {
  const isTrusted = createAddressList(trusted);
  return ({ peer, forwardedFor }) => {
    let address = plain(peer ?? '');
    let end = forwardedFor?.length ?? 0;
    for (let hop = 0; hop < maxHops && forwardedFor !== undefined && end > 0 && isTrusted(address); hop += 1) {
      const start = forwardedFor.lastIndexOf(',', end - 1) + 1;
      const before = plain(forwardedFor.slice(start, end));
      if (isIP(before) === 0) break;
      address = before;
      end = start - 1;
    }
    return isIP(address) === 0 ? undefined : address;
  };
};

/** The address of the connection, whatever the request says. */
export const peerAddress: CallerAddress = createCallerAddress([]);
