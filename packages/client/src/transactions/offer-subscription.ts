import { formatAddress } from '@oracle-gateway/protocol';
import { formatMoney, formatTime } from '@oracle-gateway/protocol/internal';
import { ACCOUNT_BYTES, configAddress, type ConfigAccount } from '@oracle-gateway/protocol/accounts';
import { openSubscription, renewSubscription } from '@oracle-gateway/protocol/instructions';
import { NotOfferedError } from './not-offered-error.js';
import { nothingToSign, type NothingToSign, type Offer, offerOf } from './offer.js';
import { affordable, requireGatewayInService, deploymentSettings, type SubscriberLedger, tokensOf } from './subscriber-ledger.js';
import { subscriptionOf } from './subscription-of.js';

/** Terms of a new subscription. */
export interface SubscriptionTerms {
  /** Largest quorum of its rounds. */
  readonly maxSignatures: number;
  readonly rounds: bigint;
  readonly expiresAtSeconds: bigint;
}

/** Opens the key's subscription at the gateway. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerSubscription(ledger: SubscriberLedger, terms: SubscriptionTerms, signal?: AbortSignal): Promise<Offer> {
  const { rpc, programId, owner, gateway } = ledger;
  const { maxSignatures, rounds, expiresAtSeconds } = terms;
  const config = await sellingSettings(ledger, signal);
  await requireGatewayInService(ledger, signal);
  const present = await subscriptionOf(ledger, signal);
  if (present !== null)
    throw new NotOfferedError(
      'key',
      `has a subscription at gateway ${formatAddress(present.gateway)}, with ${present.roundsLeft} rounds until ${formatTime(present.expiresAt)}; renew it`,
    );
  const each = priceOfRound(config, maxSignatures);
  const priceAtomic = each * rounds;
  const { mint, registryVersion } = config;
  const offer = await offerOf(
    rpc,
    {
      signer: owner,
      effects: [
        `opens a subscription of ${formatAddress(owner)} at gateway ${formatAddress(gateway)}`,
        `buys ${rounds} rounds of up to ${maxSignatures} signatures at ${formatMoney(each)} each, until ${formatTime(expiresAtSeconds)}`,
      ],
      instructions: [openSubscription({ programId, owner, gateway, mint, registryVersion, ...terms, maxAmountAtomic: priceAtomic })],
      creates: [{ what: 'Subscription', bytes: ACCOUNT_BYTES.subscription }],
      priceAtomic,
      untilSeconds: expiresAtSeconds,
    },
    signal,
  );
  return affordable(ledger, offer, mint, signal);
}

/** Terms by which a subscription is extended. */
export interface RenewalTerms {
  /** Rounds to add. */
  readonly rounds: bigint;
  /** Earliest end afterwards, unix seconds; the present end unless set. A subscription never ends earlier than before. */
  readonly expiresAtSeconds?: bigint;
}

/** Adds rounds or time to the key's subscription. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerRenewal(ledger: SubscriberLedger, terms: RenewalTerms, signal?: AbortSignal): Promise<Offer | NothingToSign> {
  const { rpc, programId, owner } = ledger;
  const { rounds } = terms;
  const config = await sellingSettings(ledger, signal);
  const present = await subscriptionOf(ledger, signal);
  if (present === null) throw new NotOfferedError('key', `${formatAddress(owner)} has no subscription; open one first`);
  const wanted = terms.expiresAtSeconds ?? present.expiresAt;
  const expiresAtSeconds = wanted > present.expiresAt ? wanted : present.expiresAt;
  if (rounds === 0n && expiresAtSeconds === present.expiresAt)
    return nothingToSign(`${present.roundsLeft} rounds are left until ${formatTime(present.expiresAt)}`);
  const each = priceOfRound(config, present.maxSignatures);
  const priceAtomic = each * rounds;
  const { mint, registryVersion } = config;
  const offer = await offerOf(
    rpc,
    {
      signer: owner,
      effects: [
        `adds ${rounds} rounds of up to ${present.maxSignatures} signatures at ${formatMoney(each)} each to the ${present.roundsLeft} that are left`,
        `the subscription lasts until ${formatTime(expiresAtSeconds)}`,
      ],
      instructions: [
        renewSubscription({ programId, owner, mint, registryVersion, rounds, expiresAtSeconds, maxAmountAtomic: priceAtomic }),
      ],
      priceAtomic,
      untilSeconds: expiresAtSeconds,
    },
    signal,
  );
  return affordable(ledger, offer, mint, signal);
}

/** Atomic units of one round of a subscription, by its largest quorum and not by the quorum that is used. */
export function priceOfRound({ prices }: Pick<ConfigAccount, 'prices'>, maxSignatures: number): bigint {
  return prices.subscriptionRoundBase + BigInt(maxSignatures) * prices.subscriptionRoundPerSig;
}

async function sellingSettings(ledger: SubscriberLedger, signal: AbortSignal | undefined): Promise<ConfigAccount> {
  const config = await deploymentSettings(ledger, signal);
  if (config.registryVersion === 0n) throw new NotOfferedError('program', 'has no nodes yet, so that there is nothing to subscribe to');
  if ((await tokensOf(ledger.rpc, configAddress(ledger.programId), config.mint, signal)) === null)
    throw new NotOfferedError('program', 'has no treasury yet, so that nothing can be paid; ask its administrator');
  return config;
}
