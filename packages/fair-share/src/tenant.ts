import { type Address, formatAddress } from '@oracle-gateway/protocol';
import ipaddr from 'ipaddr.js';

/** An owner, a payer or an address, with which others share a resource. */
export interface Tenant {
  /** Unique; with the kind as its prefix (`key:…`, `address:…`), so that two kinds never have the same name. */
  readonly name: string;
  /** All strangers share one part of every resource: one caller can appear as any number of strangers. */
  readonly isStranger: boolean;
}

/** The tenant of an owner or a payer: one key is one tenant, whatever it pays with. */
export function tenantOfKey(key: Address, { isStranger }: { readonly isStranger: boolean }): Tenant {
  return { name: `key:${formatAddress(key)}`, isStranger };
}

/** The tenant of a connection, by the block of its address: who asks, as long as nothing proves more. */
export function tenantOfAddress(told: string | undefined): Tenant {
  return { name: `address:${blockOfAddress(told)}`, isStranger: false };
}

/** The block that one customer of a provider has at least; decision 0131 says why it is neither larger nor smaller. */
const IPV6_TENANT_BITS = 56;

const IPV6_TENANT_PARTS = 8;
const BITS_OF_PART = 16;
/** An address with a port, as some proxies write it. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[(.*)\])(?::\d+)?$/;

/**
 * The tenant of a connection's address: an IPv4 address in any spelling, or the /56 of an IPv6 address, because one tenant has many IPv6
 * addresses. Everything else shares one name, such as the missing address of a closed connection.
 */
export function blockOfAddress(told: string | undefined): string {
  const address = told?.replace(WITH_PORT, '$1$2');
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const parts = ip
    .toNormalizedString()
    .split('%')[0]
    ?.split(':')
    .map((part) => Number.parseInt(part, 16));
  const kept = (parts ?? []).slice(0, IPV6_TENANT_PARTS).map((part, index) => part & maskOf(IPV6_TENANT_BITS - index * BITS_OF_PART));
  return `${kept.map((part) => part.toString(16)).join(':')}/${IPV6_TENANT_BITS}`;
}

/** The first `bits` of a part of 16 bits. */
function maskOf(bits: number): number {
  const kept = Math.min(BITS_OF_PART, Math.max(0, bits));
  return (0xffff << (BITS_OF_PART - kept)) & 0xffff;
}
