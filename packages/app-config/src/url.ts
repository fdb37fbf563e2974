import { BlockList, isIP } from 'node:net';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';

/** Schemes are written with their colon, e.g. `https:`. Throws ConfigError. */
export function readUrl({ name, text }: Setting, schemes: readonly string[]): string {
  if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
    throw new ConfigError(name, `must be a URL that starts with ${schemes.join(' or ')}`);
  }
  return text;
}

/** An http or https URL; one of a public host has TLS. Throws ConfigError. */
export function readHttpUrl(setting: Setting): string {
  const url = readUrl(setting, ['http:', 'https:']);
  requireTls(setting.name, url);
  return url;
}

/** Throws ConfigError for an http URL of a public host, whose answers anyone on the way could replace. */
export function requireTls(name: string, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !isPrivateHost(hostname))
    throw new ConfigError(name, 'must start with https: for a public host; http: is for loopback, private addresses and private names');
}

const PRIVATE_ADDRESSES = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_ADDRESSES.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_ADDRESSES.addSubnet(network, prefix, 'ipv6');

/** Endings of names that the public DNS does not have: RFC 6761, RFC 6762 appendix G, RFC 8375, and the services of Kubernetes. */
const PRIVATE_ENDINGS = /\.(?:localhost|local|internal|intranet|private|corp|home|lan|test|home\.arpa|svc)\.?$/;

/** A name without a dot is one of a Compose file, a Kubernetes namespace or a hosts file. */
function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  if (family !== 0) return PRIVATE_ADDRESSES.check(address, family === 4 ? 'ipv4' : 'ipv6');
  return !hostname.includes('.') || PRIVATE_ENDINGS.test(hostname);
}
