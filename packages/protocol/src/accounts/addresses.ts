import { type Address, parseAddress } from '../address.js';
import type { FeedId } from '../feed-id.js';
import { ascii, bytesOfLength, u64LE, u8 } from '../fixed-width.js';
import { bumpOfProgramAddress, findProgramAddress } from '../program-address.js';

/** The ledger's SPL token program, which owns the protocol's mint. */
export const TOKEN_PROGRAM_ID = parseAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** The ledger's associated token account program. */
export const ASSOCIATED_TOKEN_PROGRAM_ID = parseAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

function addressOf(programId: Address, ...seeds: readonly Uint8Array[]): Address {
  return findProgramAddress(seeds, programId).address;
}

/** Seeds as in protocol, "Accounts of the program". */
export function configAddress(programId: Address): Address {
  return addressOf(programId, ascii('config'));
}

/** Address of the account of a registry version. */
export function registryAddress(programId: Address, version: bigint): Address {
  return addressOf(programId, ascii('registry'), u64LE(version));
}

/** Address of a node's account, by its index. */
export function nodeAddress(programId: Address, index: number): Address {
  return addressOf(programId, ascii('node'), u8(index));
}

/** `digest`: keccak256 of the announced instruction's data. */
export function pendingChangeAddress(programId: Address, digest: Uint8Array): Address {
  return addressOf(programId, ascii('pending_change'), bytesOfLength('digest', digest, 32));
}

/** `id`: the first authority of the gateway. The address stays when its keys change. */
export function gatewayAddress(programId: Address, id: Address): Address {
  return addressOf(programId, ascii('gateway'), bytesOfLength('id', id, 32));
}

/** Address of an owner's subscription. */
export function subscriptionAddress(programId: Address, owner: Address): Address {
  return addressOf(programId, ascii('subscription'), bytesOfLength('owner', owner, 32));
}

/** `signersBitmap`: 32 bytes BE (docs/protocol.md#signers-bitmap). */
export function signerSetAddress(
  programId: Address,
  set: { readonly registryVersion: bigint; readonly signersBitmap: Uint8Array },
): Address {
  return addressOf(programId, ascii('signer_set'), u64LE(set.registryVersion), bytesOfLength('signersBitmap', set.signersBitmap, 32));
}

/** Address of a delegate's account, by its subscription's address and its key. */
export function delegateAddress(programId: Address, subscription: Address, authority: Address): Address {
  return addressOf(
    programId,
    ascii('delegate'),
    bytesOfLength('subscription', subscription, 32),
    bytesOfLength('authority', authority, 32),
  );
}

/** Address of a feed's account. */
export function feedAddress(programId: Address, feedId: FeedId): Address {
  return addressOf(programId, ascii('feed'), bytesOfLength('feedId', feedId, 32));
}

/** Escrow of a payer with the Gateway account at `gateway`. */
export function escrowAddress(programId: Address, payer: Address, gateway: Address): Address {
  return addressOf(programId, ...escrowSeeds(payer, gateway));
}

/** Bump of a known escrow address; null for another address. */
export function escrowAddressBump(address: Address, programId: Address, payer: Address, gateway: Address): number | null {
  return bumpOfProgramAddress(address, escrowSeeds(payer, gateway), programId);
}

/** The associated token account of `owner` for `mint`. */
export function associatedTokenAddress(owner: Address, mint: Address): Address {
  return addressOf(ASSOCIATED_TOKEN_PROGRAM_ID, ...associatedTokenSeeds(owner, mint));
}

/** Bump of a known associated token address; null for another address. */
export function associatedTokenAddressBump(address: Address, owner: Address, mint: Address): number | null {
  return bumpOfProgramAddress(address, associatedTokenSeeds(owner, mint), ASSOCIATED_TOKEN_PROGRAM_ID);
}

function escrowSeeds(payer: Address, gateway: Address): readonly Uint8Array[] {
  return [ascii('escrow'), bytesOfLength('payer', payer, 32), bytesOfLength('gateway', gateway, 32)];
}

function associatedTokenSeeds(owner: Address, mint: Address): readonly Uint8Array[] {
  return [bytesOfLength('owner', owner, 32), TOKEN_PROGRAM_ID, bytesOfLength('mint', mint, 32)];
}
