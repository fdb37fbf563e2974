import type { Address } from '@oracle-gateway/protocol';
import { configAddress, delegateAddress, gatewayAddress, registryAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';

import { BoundedMap } from './bounded-map.js';

/** Subscriptions, gateways and registry versions of a busy shard; what is forgotten is searched for again. */
const MAX_ADDRESSES = 10_000;

/** A program-derived address never changes and its search costs half a millisecond, a third of a busy settlement worker's CPU. */
const addresses = new BoundedMap<Address>(MAX_ADDRESSES);

/** A hundredth of base58's cost. */
function nameOf(address: Address): string {
  return Buffer.from(address).toString('base64');
}

function remembered(key: string, search: () => Address): Address {
  return addresses.getOrCreate(key, search);
}

/** As the functions of the same names in `@oracle-gateway/protocol/accounts`, searched for once. */
export const rememberedAddresses = {
  config: (programId: Address): Address => remembered(`config/${nameOf(programId)}`, () => configAddress(programId)),
  registry: (programId: Address, version: bigint): Address =>
    remembered(`registry/${nameOf(programId)}/${version}`, () => registryAddress(programId, version)),
  gateway: (programId: Address, authority: Address): Address =>
    remembered(`gateway/${nameOf(programId)}/${nameOf(authority)}`, () => gatewayAddress(programId, authority)),
  subscription: (programId: Address, owner: Address): Address =>
    remembered(`subscription/${nameOf(programId)}/${nameOf(owner)}`, () => subscriptionAddress(programId, owner)),
  /** Of the subscription of `owner`. */
  delegate: (programId: Address, owner: Address, authority: Address): Address =>
    remembered(`delegate/${nameOf(programId)}/${nameOf(owner)}/${nameOf(authority)}`, () =>
      delegateAddress(programId, rememberedAddresses.subscription(programId, owner), authority),
    ),
};
