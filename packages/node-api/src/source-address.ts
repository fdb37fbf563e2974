import ipaddr from 'ipaddr.js';
import { SourceAddressError } from './source-address-error.js';

/**
 * Exact `host:port` exceptions to the rule that sources are public; empty in production. IPv6 hosts are in brackets. With `+body` at its end, an
 * entry lets callers send a body there.
 */
export type AllowedSources = readonly string[];

/** Suffix of an entry whose place may also be sent bodies. */
export const BODY_SUFFIX = '+body';

/** The host of a source's URL. */
export interface SourceHost {
  /** Lower case, without brackets. */
  readonly host: string;
  /** The address when the host is one, in the URL standard's spelling; null when it is a name. */
  readonly address: string | null;
  readonly port: number;
}

/** 2000::/3, the only IPv6 block global unicast addresses are assigned from. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parse('2000::');

/**
 * Whether an IP address belongs to the public internet: global unicast and nothing else. Everything special is refused
 * by default, and so is every IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo), whatever it carries.
 * A text that is not an address is not public.
 */
export function isPublicAddress(ip: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) {
    return ipaddr.IPv4.parse(ip).range() === 'unicast';
  }
  // A zone (`%eth0`) only ever belongs to a link-local address.
  if (ip.includes('%') || !ipaddr.IPv6.isValid(ip)) {
    return false;
  }
  const address = ipaddr.IPv6.parse(ip);
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST_V6, 3);
}

/**
 * Host and port of a URL as the URL standard reads them, so that `0x7f.1`, `2130706433` and `127.0.0.1` are one address.
 * Throws SourceAddressError.
 */
export function literalHost(url: string): SourceHost {
  if (!URL.canParse(url)) {
    throw new SourceAddressError('url: must have a valid host');
  }
  const { hostname, port, protocol } = new URL(url);
  if (hostname === '' || (protocol !== 'http:' && protocol !== 'https:')) {
    throw new SourceAddressError('url: must have a valid host');
  }
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const isAddress = hostname.startsWith('[') || ipaddr.IPv4.isValidFourPartDecimal(host);
  return { host, address: isAddress ? host : null, port: port === '' ? defaultPort(protocol) : Number(port) };
}

/** `host:port` of a URL, the form of the allow-list. Throws SourceAddressError. */
export function sourceName(url: string): string {
  const { host, port } = literalHost(url);
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether the operator has named this exact host and port. Throws SourceAddressError. */
export function isAllowedSource(url: string, allowed: AllowedSources): boolean {
  const name = sourceName(url);
  return allowed.includes(name) || allowed.includes(name + BODY_SUFFIX);
}

/**
 * Whether what goes along with a request is hidden on its way to the source: https, or a host that the operator has named. False for a URL
 * without a valid host.
 */
export function isProtectedSource(url: string, allowed: AllowedSources): boolean {
  return url.startsWith('https://') || (URL.canParse(url) && isAllowedSource(url, allowed));
}

/**
 * Whether a source may be asked as far as its URL alone tells: a literal address must be public or allow-listed.
 * Names pass; what they resolve to is judged where the connection is made. Throws SourceAddressError.
 */
export function literalAddressAllowed(url: string, allowed: AllowedSources): boolean {
  const { address } = literalHost(url);
  return address === null || isPublicAddress(address) || isAllowedSource(url, allowed);
}

/** Whether a text is an allow-list entry: `host:port` in the one spelling that is compared, the URL standard's, and `+body` or not. */
export function isAllowedSourceText(text: string): boolean {
  const name = text.endsWith(BODY_SUFFIX) ? text.slice(0, -BODY_SUFFIX.length) : text;
  const url = `http://${name}/`;
  return /^[^/?#@*\s]+:[0-9]{1,5}$/.test(name) && URL.canParse(url) && sourceName(url) === name;
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}
