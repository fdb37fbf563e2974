import { formatAddress, type Address } from '@oracle-gateway/protocol';
import type { Keypair } from './keypair.js';

/**
 * Output of `check-config` for a valid configuration: its file, then one fact a line. A fact is never a secret: the caller names addresses
 * and public keys.
 *
 * @param input `file` as the operator wrote it; the names of `facts` are their labels
 */
export function configReport({ file, facts }: { readonly file: string; readonly facts: Readonly<Record<string, string>> }): string {
  const width = Math.max(0, ...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(width)}  ${fact}`);
  return [`${file}: valid`, ...lines, ''].join('\n');
}

/** The facts of a process that serves one gateway: what an operator compares with the ledger before the start. */
export function shardFacts({
  programId,
  network,
  gateway,
  gatewayKeypair,
  nextGatewayKeypair: next,
}: {
  readonly programId: Address;
  readonly network: string;
  readonly gateway: Address;
  readonly gatewayKeypair: Pick<Keypair, 'address'>;
  readonly nextGatewayKeypair?: Pick<Keypair, 'address'>;
}): Readonly<Record<string, string>> {
  return {
    program: formatAddress(programId),
    network,
    'gateway account': formatAddress(gateway),
    'gateway key': formatAddress(gatewayKeypair.address),
    ...(next === undefined ? {} : { 'next gateway key': formatAddress(next.address) }),
  };
}
