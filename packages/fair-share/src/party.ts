import ipaddr from 'ipaddr.js';

/** Who shares a resource: an owner, a payer, an address. */
export interface Party {
  /** One party has one name; the kind goes before it (`owner:…`, `address:…`), so that two kinds never meet. */
  readonly name: string;
  /** Strangers share one part of every resource among themselves: anybody can be as many of them as he likes. */
  readonly isStranger: boolean;
}

const IPV6_PARTY_PARTS = 8;
const BITS_OF_PART = 16;
/** As some proxies write it: each port would be an address of its own. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[(.*)\])(?::\d+)?$/;

/**
 * Where a connection comes from, as one party: an IPv4 address in any spelling, or the first `ipv6Bits` bits of an IPv6 one, of which one
 * party has as many as it likes. What is no address (a connection that is gone has none) shares one name.
 */
export function blockOfAddress(told: string | undefined, ipv6Bits: number): string {
  const address = told?.replace(WITH_PORT, '$1$2');
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const parts = ip
    .toNormalizedString()
    .split('%')[0]
    ?.split(':')
    .map((part) => Number.parseInt(part, 16));
  const kept = (parts ?? []).slice(0, IPV6_PARTY_PARTS).map((part, index) => part & maskOf(ipv6Bits - index * BITS_OF_PART));
  return `${kept.map((part) => part.toString(16)).join(':')}/${ipv6Bits}`;
}

/** Of a part of 16 bits, the first so many. */
function maskOf(bits: number): number {
  const kept = Math.min(BITS_OF_PART, Math.max(0, bits));
  return (0xffff << (BITS_OF_PART - kept)) & 0xffff;
}
