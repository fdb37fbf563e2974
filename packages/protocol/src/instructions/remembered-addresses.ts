import {
  associatedTokenAddress,
  associatedTokenAddressBump,
  configAddress,
  delegateAddress,
  escrowAddress,
  escrowAddressBump,
  gatewayAddress,
  nodeAddress,
  pendingChangeAddress,
  registryAddress,
  signerSetAddress,
  subscriptionAddress,
} from '../accounts/addresses.js';
import type { Address } from '../address.js';
import { BoundedMap } from '../bounded-map.js';
import { toHex } from '../hex.js';

/** Enough for the subscriptions, escrows, gateways and registry versions of a busy shard; a dropped address is derived again. */
const MAX_ADDRESSES = 10_000;

/** A program-derived address never changes. Its search costs tens of microseconds, and a worker needs six for each round. */
const addresses = new BoundedMap<string, Address>(MAX_ADDRESSES);
const bumps = new BoundedMap<string, number>(MAX_ADDRESSES);

function remembered(key: string, search: () => Address): Address {
  return addresses.getOrCreate(key, search);
}

/** The functions of the same names in `@oracle-gateway/protocol/accounts`, each address searched once. */
export const rememberedAddresses = {
  config: (programId: Address): Address => remembered(`config/${toHex(programId)}`, () => configAddress(programId)),
  registry: (programId: Address, version: bigint): Address =>
    remembered(`registry/${toHex(programId)}/${version}`, () => registryAddress(programId, version)),
  node: (programId: Address, index: number): Address =>
    remembered(`node/${toHex(programId)}/${index}`, () => nodeAddress(programId, index)),
  /** `id`: the first authority of the gateway. */
  gateway: (programId: Address, id: Address): Address =>
    remembered(`gateway/${toHex(programId)}/${toHex(id)}`, () => gatewayAddress(programId, id)),
  /** `signersBitmap`: 32 bytes. */
  signerSet: (programId: Address, set: { readonly registryVersion: bigint; readonly signersBitmap: Uint8Array }): Address =>
    remembered(`signer_set/${toHex(programId)}/${set.registryVersion}/${toHex(set.signersBitmap)}`, () => signerSetAddress(programId, set)),
  subscription: (programId: Address, owner: Address): Address =>
    remembered(`subscription/${toHex(programId)}/${toHex(owner)}`, () => subscriptionAddress(programId, owner)),
  /** Delegate of the subscription of `owner`. */
  delegate: (programId: Address, owner: Address, authority: Address): Address =>
    derivedAddresses.delegate(programId, rememberedAddresses.subscription(programId, owner), authority),
  escrow: (programId: Address, payer: Address, gateway: Address): Address =>
    remembered(`escrow/${toHex(programId)}/${toHex(payer)}/${toHex(gateway)}`, () => escrowAddress(programId, payer, gateway)),
  associatedToken: (owner: Address, mint: Address): Address =>
    remembered(`tokens/${toHex(owner)}/${toHex(mint)}`, () => associatedTokenAddress(owner, mint)),
};

/** The addresses above by the names and seeds of the IDL, as the generated builders ask for them. */
export const derivedAddresses = {
  config: rememberedAddresses.config,
  registry: rememberedAddresses.registry,
  node: rememberedAddresses.node,
  gateway: rememberedAddresses.gateway,
  subscription: rememberedAddresses.subscription,
  delegate: (programId: Address, subscription: Address, authority: Address): Address =>
    remembered(`delegate/${toHex(programId)}/${toHex(subscription)}/${toHex(authority)}`, () =>
      delegateAddress(programId, subscription, authority),
    ),
  agentEscrow: rememberedAddresses.escrow,
  signerSet: (programId: Address, registryVersion: bigint, signersBitmap: Uint8Array): Address =>
    rememberedAddresses.signerSet(programId, { registryVersion, signersBitmap }),
  associatedToken: rememberedAddresses.associatedToken,
  /** Not remembered: a change is announced once. */
  pendingChange: pendingChangeAddress,
};

/** Bumps of the addresses that the program searches while it settles agent rounds. Each bump that gives no address costs compute units. */
export const rememberedBumps = {
  escrow: (programId: Address, payer: Address, gateway: Address): number =>
    rememberedBump(rememberedAddresses.escrow(programId, payer, gateway), (address) =>
      escrowAddressBump(address, programId, payer, gateway),
    ),
  associatedToken: (owner: Address, mint: Address): number =>
    rememberedBump(rememberedAddresses.associatedToken(owner, mint), (address) => associatedTokenAddressBump(address, owner, mint)),
};

/** Every address has one bump; the lowest costs most. */
function rememberedBump(address: Address, bumpOf: (address: Address) => number | null): number {
  return bumps.getOrCreate(toHex(address), () => bumpOf(address) ?? 0);
}
