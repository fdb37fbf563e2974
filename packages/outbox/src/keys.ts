import { formatAddress, type Address } from '@oracle-gateway/protocol';

/**
 * What every key of one gateway begins with. One gateway keypair is one shard: the braces are Redis Cluster's hash tag, so that one script
 * sees everything a decision needs. `gateway` is the address of the Gateway account.
 */
export function outboxPrefix(gateway: Address): string {
  return `{og:${formatAddress(gateway)}}`;
}
