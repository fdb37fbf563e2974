import { createClient, keypairSigner, type Client, type ClientOptions, type Signer } from '@oracle-gateway/client';
import type { ApiConfigBody } from '@oracle-gateway/gateway-api';
import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';

import { addressOf, newKeypair, type SecretKey } from '../../src/base/keypair.js';
import { createAgentWallet } from '../../src/demo/agent-wallet.js';
import { steadyPrice } from '../../src/demo/asked-price.js';
import type { ManifestKey } from '../../src/index.js';
import type { TestWorld } from './test-world.js';

/** Value of the sample source `price`. */
export const TRUE_VALUE = '64628.31';
/** Value of the sample source `private`. */
export const PRIVATE_VALUE = '1234.5';

/** A client of the world's gateway that trusts the world's ledger. */
export function testClient({ world }: TestWorld, options: Partial<ClientOptions> = {}): Client {
  const { gatewayUrl, rpcUrl, programId, network } = world.manifest;
  return createClient({ gateway: gatewayUrl, ledger: { rpcUrl, programId, network }, ...options });
}

export function keyOf({ world }: TestWorld, name: ManifestKey): SecretKey {
  return Uint8Array.from(world.manifest.keys[name]);
}

/** A signer that keeps what it was asked to sign. */
export interface WatchedSigner extends Signer {
  readonly signed: readonly Uint8Array[];
}

export function watchedSigner(key: SecretKey): WatchedSigner {
  const signer = keypairSigner(key);
  const signed: Uint8Array[] = [];
  return {
    address: signer.address,
    signed,
    sign(message) {
      signed.push(message);
      return signer.sign(message);
    },
  };
}

let feeds = 0;

/** The steady price at a source that no other test asks: sample sources ignore the parameter that makes another source of it. */
export function freshSource({ world }: TestWorld): ApiConfigBody {
  feeds += 1;
  const steady = steadyPrice(world.manifest.sources.price);
  return { ...steady, url: `${steady.url}?client=${feeds}` };
}

/** The steady price in tolerance mode. */
export function freshToleranceSource(test: TestWorld): ApiConfigBody {
  const numeric = { type: 'int256', decimals: 8 } as const;
  return { ...freshSource(test), aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 5_000, numeric } };
}

export function privateSource({ world }: TestWorld): ApiConfigBody {
  feeds += 1;
  return {
    url: `${world.manifest.sources.private}/balance?client=${feeds}`,
    method: 'GET',
    headers: { Authorization: 'Bearer {{secret.token}}' },
    responseParser: '$.balance',
  };
}

/** A new key whose escrow at the world's gateway holds `amountAtomic`, and which has as much again in its own account. */
export async function fundedAgent({ world }: TestWorld, amountAtomic: bigint): Promise<SecretKey> {
  const { rpcUrl, wsUrl, keys, usdcMint: asset, programId, gatewayPda } = world.manifest;
  const key = newKeypair();
  const escrow = escrowAddress(parseAddress(programId), addressOf(key), parseAddress(gatewayPda));
  const wallet = createAgentWallet({ rpcUrl, wsUrl, key: Uint8Array.from(keys.x402Payer) });
  for (const owner of [escrow, addressOf(key)]) {
    const payTo = formatAddress(associatedTokenAddress(owner, parseAddress(asset)));
    if (amountAtomic > 0n) await wallet.pay({ payTo, asset, agent: formatAddress(owner), amountAtomic });
  }
  return key;
}
