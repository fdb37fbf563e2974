import { instructions } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes, formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  decodeSubscription,
  gatewayAddress,
  subscriptionAddress,
  type ConfigAccount,
  type SubscriptionAccount,
} from '@oracle-gateway/protocol/accounts';

import { readConfig, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';
import { requireGateway, type GatewayInput } from './gateways.js';
import { tokensHeld } from './tokens-held.js';
import { treasuryHolding } from './treasury.js';

/** Terms of a subscription that is opened. */
export interface SubscribeInput extends GatewayInput {
  /** Largest quorum of the subscription. */
  readonly maxSignatures: number;
  readonly rounds: bigint;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
}

/** Opens the signer's subscription. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planSubscribe(ledger: AdminLedger, input: SubscribeInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { address: owner } = signer;
  const { maxSignatures, rounds, expiresAtSeconds } = input;
  const config = await readConfig(ledger);
  const address = subscriptionAddress(programId, owner);
  const present = await readOwn(ledger, address, decodeSubscription);
  if (present !== null) return compare(present, input, [input.gateway, gatewayAddress(programId, input.gateway)]);
  const { address: gateway } = await requireGateway(ledger, input);
  const { mint, registryVersion } = requireRegistry(config);
  const amountAtomic = roundPrice(config, maxSignatures) * rounds;
  await requirePayable(ledger, mint, amountAtomic);
  const terms = { gateway, maxSignatures, rounds, expiresAtSeconds, registryVersion, maxAmountAtomic: amountAtomic };
  return change({
    effects: [
      `opens the subscription ${formatAddress(address)} of ${formatAddress(owner)} at gateway ${formatAddress(gateway)}`,
      `buys ${rounds} rounds of up to ${maxSignatures} signatures, until ${formatTime(expiresAtSeconds)}`,
    ],
    instructions: [instructions.openSubscription({ programId, owner, mint, ...terms })],
    creates: [{ what: 'Subscription', address, bytes: ACCOUNT_BYTES.subscription }],
    payment: { mint, amountAtomic },
  });
}

/** Compares the terms without the rounds: some may be used already. */
function compare(present: SubscriptionAccount, input: SubscribeInput, gateways: readonly Address[]): Plan {
  const isSame =
    gateways.some((gateway) => equalBytes(present.gateway, gateway)) &&
    present.maxSignatures === input.maxSignatures &&
    present.expiresAt >= input.expiresAtSeconds;
  if (!isSame) throw new NotPossibleError('key', 'has a subscription with other terms: `renew` extends it, `show` prints its terms');
  return alreadySo(`the subscription is open, with ${present.roundsLeft} rounds left until ${formatTime(present.expiresAt)}`);
}

/** Terms of a subscription, as they are afterwards. */
export interface RenewInput {
  /** Rounds left afterwards, at least. */
  readonly rounds: bigint;
  /** Earliest expiry afterwards, unix seconds; by default the present expiry. */
  readonly expiresAtSeconds?: bigint;
}

/** Fills the signer's subscription. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planRenew(ledger: AdminLedger, input: RenewInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { address: owner } = signer;
  const config = await readConfig(ledger);
  const present = await readOwn(ledger, subscriptionAddress(programId, owner), decodeSubscription);
  if (present === null) throw new NotPossibleError('key', 'has no subscription: open one with `subscribe`');
  const rounds = input.rounds > present.roundsLeft ? input.rounds - present.roundsLeft : 0n;
  const wanted = input.expiresAtSeconds ?? present.expiresAt;
  const expiresAtSeconds = wanted > present.expiresAt ? wanted : present.expiresAt;
  if (rounds === 0n && expiresAtSeconds === present.expiresAt)
    return alreadySo(`${present.roundsLeft} rounds are left until ${formatTime(present.expiresAt)}`);
  const { mint, registryVersion } = requireRegistry(config);
  const amountAtomic = roundPrice(config, present.maxSignatures) * rounds;
  await requirePayable(ledger, mint, amountAtomic);
  const terms = { mint, rounds, expiresAtSeconds, registryVersion, maxAmountAtomic: amountAtomic };
  return change({
    effects: [
      `adds ${rounds} rounds of up to ${present.maxSignatures} signatures to the ${present.roundsLeft} that are left`,
      `the subscription lasts until ${formatTime(expiresAtSeconds)}`,
    ],
    instructions: [instructions.renewSubscription({ programId, owner, ...terms })],
    payment: { mint, amountAtomic },
  });
}

function roundPrice({ prices }: ConfigAccount, maxSignatures: number): bigint {
  return prices.subscriptionRoundBase + BigInt(maxSignatures) * prices.subscriptionRoundPerSig;
}

function requireRegistry(config: ConfigAccount): ConfigAccount {
  if (config.registryVersion === 0n) throw new NotPossibleError('registry', 'has no version yet: make the first with `change-registry`');
  return config;
}

async function requirePayable(ledger: AdminLedger, mint: Address, amountAtomic: bigint): Promise<void> {
  if ((await treasuryHolding(ledger, mint)) === null)
    throw new NotPossibleError('treasury', 'has no token account yet: run `treasury create` first');
  const held = (await tokensHeld(ledger, ledger.signer.address, mint)) ?? 0n;
  if (held < amountAtomic) throw new NotPossibleError('key', `holds ${held} atomic units of the stablecoin, the price is ${amountAtomic}`);
}
