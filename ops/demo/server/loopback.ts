import { BlockList } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether an address, if there is one, is this machine's own; IPv4 addresses may be mapped to IPv6.
 */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
