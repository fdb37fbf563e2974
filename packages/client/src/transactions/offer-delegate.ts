import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes, formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  ACCOUNT_DISCRIMINATORS,
  decodeDelegate,
  type DelegateAccount,
  delegateAddress,
  delegateIsRevoked,
  subscriptionAddress,
} from '@oracle-gateway/protocol/accounts';
import { addDelegate, boundDelegate, closeDelegate, revokeDelegate } from '@oracle-gateway/protocol/instructions';
import { NotOfferedError } from './not-offered-error.js';
import { nothingToSign, type NothingToSign, type Offer, offerOf } from './offer.js';
import { findProgramAccounts } from './find-program-accounts.js';
import { affordable, readOf, deploymentSettings, type SubscriberLedger } from './subscriber-ledger.js';
import { subscriptionOf } from './subscription-of.js';

/** Offset at which a Delegate account names its subscription. */
const SUBSCRIPTION_OFFSET = 16;

export interface DelegateTerms {
  /** The delegate's own key. */
  readonly delegate: Address;
  /** Rounds that the delegate may use in all, settled rounds included. */
  readonly rounds: bigint;
  /** Largest quorum of the delegate. */
  readonly maxSignatures: number;
  readonly expiresAtSeconds: bigint;
}

/** Adds a delegate, or replaces its bounds. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerDelegate(ledger: SubscriberLedger, terms: DelegateTerms, signal?: AbortSignal): Promise<Offer | NothingToSign> {
  const { rpc, programId, owner } = ledger;
  const { delegate: authority, rounds, maxSignatures, expiresAtSeconds } = terms;
  const present = await delegateOf(ledger, authority, signal);
  const name = formatAddress(authority);
  if (present !== null && delegateIsRevoked(present))
    throw new NotOfferedError('delegate', `${name} is revoked for good; close it once nothing is left to settle, then add it again`);
  const bounds = `up to ${rounds} rounds in all, ${maxSignatures} signatures each, until ${formatTime(expiresAtSeconds)}`;
  if (present?.rounds === rounds && present.maxSignatures === maxSignatures && present.expiresAt === expiresAtSeconds)
    return nothingToSign(`delegate ${name} may use ${bounds}`);
  const input = { programId, owner, authority, rounds, maxSignatures, expiresAtSeconds };
  const described =
    present === null
      ? {
          effects: [`lets ${name} use your subscription: ${bounds}`],
          instructions: [addDelegate(input)],
          creates: [{ what: 'Delegate', bytes: ACCOUNT_BYTES.delegate }],
        }
      : {
          effects: [`changes what ${name} may use: ${bounds}; ${present.roundsSettled} rounds are settled`],
          instructions: [boundDelegate(input)],
        };
  return paid(ledger, await offerOf(rpc, { signer: owner, untilSeconds: expiresAtSeconds, ...described }, signal), signal);
}

/** Ends a delegate for good. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerRevocation(ledger: SubscriberLedger, authority: Address, signal?: AbortSignal): Promise<Offer | NothingToSign> {
  const { rpc, programId, owner } = ledger;
  const present = await delegateOf(ledger, authority, signal);
  const name = formatAddress(authority);
  if (present === null) throw new NotOfferedError('delegate', `${name} is no delegate of this subscription`);
  if (delegateIsRevoked(present)) return nothingToSign(`delegate ${name} is revoked, since ${formatTime(present.revokedAt)}`);
  const effects = [`revokes delegate ${name} for good; rounds that it was served before still settle`];
  const instructions = [revokeDelegate({ programId, owner, authority })];
  return paid(ledger, await offerOf(rpc, { signer: owner, effects, instructions }, signal), signal);
}

/** Closes a delegate that has ended, for its rent. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerClosing(ledger: SubscriberLedger, authority: Address, signal?: AbortSignal): Promise<Offer | NothingToSign> {
  const { rpc, programId, owner } = ledger;
  const present = await delegateOf(ledger, authority, signal);
  const name = formatAddress(authority);
  if (present === null) return nothingToSign(`delegate ${name} has no account`);
  const effects = [`closes the account of delegate ${name}; your key gets its rent`];
  const instructions = [closeDelegate({ programId, owner, authority })];
  return paid(ledger, await offerOf(rpc, { signer: owner, effects, instructions }, signal), signal);
}

/** Every delegate of the key's subscription, also a revoked one. @throws TransportError */
export async function listDelegates(
  { rpc, programId, owner }: SubscriberLedger,
  signal?: AbortSignal,
): Promise<readonly DelegateAccount[]> {
  const subscription = subscriptionAddress(programId, owner);
  const discriminator = new TextEncoder().encode(ACCOUNT_DISCRIMINATORS.delegate);
  const holding = [
    { offset: 0, bytes: discriminator },
    { offset: SUBSCRIPTION_OFFSET, bytes: subscription },
  ];
  const found = await findProgramAccounts(rpc, { programId, holding }, signal);
  return found.map(decodeDelegate).filter((delegate) => equalBytes(delegate.subscription, subscription));
}

async function delegateOf(ledger: SubscriberLedger, authority: Address, signal: AbortSignal | undefined): Promise<DelegateAccount | null> {
  const { programId, owner } = ledger;
  if ((await subscriptionOf(ledger, signal)) === null)
    throw new NotOfferedError('key', `${formatAddress(owner)} has no subscription; open one first`);
  return readOf(ledger, delegateAddress(programId, subscriptionAddress(programId, owner), authority), decodeDelegate, signal);
}

async function paid(ledger: SubscriberLedger, offer: Offer, signal: AbortSignal | undefined): Promise<Offer> {
  const { mint } = await deploymentSettings(ledger, signal);
  return affordable(ledger, offer, mint, signal);
}
