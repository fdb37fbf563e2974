/** Parts of the deployment under test: keys, addresses, settings. All are the same in every run. */
import { PublicKey } from '@solana/web3.js';

import { be32, concat, u64, u8 } from './bytes.js';
import { namedKeypair } from './chain.js';
import type { Settings } from './instructions.js';
import { deploymentId, keccak, namedKey, type NodeKey } from './signer.js';
import { associatedTokenAddress } from './token.js';

export const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const START = 1_800_000_000n;
export const WINDOW = 21_600n;
export const GRACE = 600n;
export const DAY = 86_400n;

export const SETTINGS: Settings = {
  minSigners: 2,
  versionGraceSeconds: WINDOW,
  settleWindowSeconds: WINDOW,
  withdrawDelaySeconds: WINDOW,
  x402RoundBase: 1_000n,
  rewardPerSignature: 200n,
  agentRoundBase: 3_000n,
  agentRoundPerSig: 400n,
  subscriptionRoundBase: 500n,
  subscriptionRoundPerSig: 60n,
  additionsDelaySeconds: 0n,
  guardian: new Uint8Array(32),
};

export const administrator = namedKeypair('administrator');
export const gatewayAuthority = namedKeypair('gateway');
export const otherGatewayAuthority = namedKeypair('other gateway');
export const rotator = namedKeypair('rotator');
export const guardian = namedKeypair('guardian');
export const owner = namedKeypair('owner');
export const delegate = namedKeypair('delegate');
export const stranger = namedKeypair('stranger');
export const programKeypair = namedKeypair('program');
export const mintKeypair = namedKeypair('mint');

export const programId = programKeypair.publicKey;
export const mint = mintKeypair.publicKey;
export const DEPLOYMENT_ID = deploymentId(programId.toBytes(), NETWORK);

export const ROUNDS = 10n;
export const MAX_SIGNATURES = 4;
export const BALANCE = 1_000_000_000n;
export const VALUE = be32(64_628_310_000_000_000_000_000n);

export function pda(...seeds: readonly (string | Uint8Array)[]): PublicKey {
  return PublicKey.findProgramAddressSync(
    seeds.map((seed) => concat(seed)),
    programId,
  )[0];
}

export const configAddress = pda('config');
export function registryAddress(version: bigint): PublicKey {
  return pda('registry', u64(version));
}
export function nodeAddress(index: number): PublicKey {
  return pda('node', u8(index));
}
/** `authority` is the first one. */
export function gatewayAddress(authority: PublicKey): PublicKey {
  return pda('gateway', authority.toBytes());
}
export function subscriptionAddress(of: PublicKey): PublicKey {
  return pda('subscription', of.toBytes());
}
/** `data` is that of the announced instruction. */
export function pendingChangeAddress(data: Uint8Array): PublicKey {
  return pda('pending_change', keccak(data));
}
/** `signers` is the whole bitmap, 32 bytes. */
export function signerSetAddress(version: bigint, signers: Uint8Array): PublicKey {
  return pda('signer_set', u64(version), signers);
}
export function delegateAddress(authority: PublicKey, subscriptionOwner = owner.publicKey): PublicKey {
  return pda('delegate', subscriptionAddress(subscriptionOwner).toBytes(), authority.toBytes());
}
export const treasuryAddress = associatedTokenAddress(configAddress, mint);
export function tokensOf(of: PublicKey): PublicKey {
  return associatedTokenAddress(of, mint);
}

export const nodeKeys: readonly NodeKey[] = Array.from({ length: 40 }, (_, index) => namedKey(String(index)));
export function encryptionKey(index: number): Uint8Array {
  return keccak('encryption key ', u8(index));
}
export function operator(index: number): Uint8Array {
  return keccak('operator ', u8(index));
}
