import { operations, type SubscriptionStatusAnswer } from '@oracle-gateway/gateway-api';
import type { ErrorCode } from '@oracle-gateway/gateway-api/errors';
import { rememberedAddresses } from '@oracle-gateway/ledger';
import { CHARGES, quotaKey } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { type DelegateAccount, delegateRoundsLeft, type SubscriptionAccount } from '@oracle-gateway/protocol/accounts';
import { delegateRefusal, subscriptionRefusal } from '../../admission/account-refusals.js';
import type { AccountLookups } from '../../admission/ledger-lookup.js';
import { readAddress } from '../../admission/request-body.js';
import { GatewayError } from '../../errors/gateway-error.js';
import type { Endpoint } from '../../http/endpoint.js';
import { queryOf } from '../../http/read-query.js';
import type { PathPorts } from '../path-ports.js';
import { subscriptionRoundPrice } from './price.js';
import { type RoundAllowance, readAllowance } from './allowance.js';

type Status = SubscriptionStatusAnswer['data'];
type DelegateStatus = NonNullable<Status['delegate']>;

export interface GetSubscriptionStatusDeps {
  readonly ports: PathPorts;
  /** Looks accounts up in turns of its own: strangers who ask for a status take none of a round. */
  readonly accounts: AccountLookups;
}

const readQuery = queryOf(operations.getSubscriptionStatus);

/** GET /v1/subscription/{owner}/status: what is left, and what the next round costs. The ledger's accounts are a few seconds old at most. */
export function getSubscriptionStatus(deps: GetSubscriptionStatusDeps): Endpoint<typeof operations.getSubscriptionStatus> {
  const { ports } = deps;
  return async ({ path, query }) => {
    const owner = readAddress(path['owner'] ?? '', 'owner');
    const { consumerAuthority, signaturesRequired } = readQuery(query);
    const key = consumerAuthority === undefined ? owner : readAddress(consumerAuthority, 'consumerAuthority');
    const [{ minSigners }, subscription, delegate] = await Promise.all([
      ports.ledger.currentRegistry(),
      readSubscription(owner, deps),
      equalBytes(key, owner) ? null : readDelegate({ owner, authority: key }, deps),
    ]);
    const { account, allowance } = subscription;
    const state = subscriptionState(account, allowance, ports);
    const availableRounds = state === 'active' ? allowance.availableRounds : 0n;
    const data: Status = {
      owner: formatAddress(owner),
      gateway: formatAddress(ports.deployment.gateway),
      subscription: formatAddress(rememberedAddresses.subscription(ports.deployment.programId, owner)),
      state,
      ...textsOf({ ...allowance, availableRounds }),
      minSignatures: minSigners,
      maxSignatures: account?.maxSignatures ?? 0,
      expiresAt: account === null ? null : Number(account.expiresAt),
      quotedRoundPrice: (
        await subscriptionRoundPrice({ signaturesRequired: signaturesRequired ?? account?.maxSignatures ?? minSigners, units: 1 }, ports)
      ).toString(),
      ...(delegate === null ? {} : { delegate: delegateStatus({ owner, authority: key }, delegate, availableRounds, ports) }),
    };
    return { status: 200, body: { status: 'ok', data } };
  };
}

interface Read<Account> {
  readonly account: Account | null;
  readonly allowance: RoundAllowance;
}

async function readSubscription(owner: Address, { ports, accounts }: GetSubscriptionStatusDeps): Promise<Read<SubscriptionAccount>> {
  const { value, slot } = await accounts.subscription(owner);
  const reading = value === null ? null : { roundsLeft: value.roundsLeft, slot };
  return { account: value, allowance: await readAllowance(quotaKey(CHARGES.subscription.quotas.ofOwner, owner), reading, ports) };
}

interface DelegateKeys {
  readonly owner: Address;
  /** The delegate's key. */
  readonly authority: Address;
}

async function readDelegate(
  { owner, authority }: DelegateKeys,
  { ports, accounts }: GetSubscriptionStatusDeps,
): Promise<Read<DelegateAccount>> {
  const { value, slot } = await accounts.delegate({ subscriptionOwner: owner, authority });
  const reading = value === null ? null : { roundsLeft: delegateRoundsLeft(value), slot };
  const address = rememberedAddresses.delegate(ports.deployment.programId, owner, authority);
  return { account: value, allowance: await readAllowance(quotaKey(CHARGES.subscription.quotas.ofDelegate, address), reading, ports) };
}

function delegateStatus(
  { owner, authority }: DelegateKeys,
  { account, allowance }: Read<DelegateAccount>,
  subscriptionRounds: bigint,
  ports: PathPorts,
): DelegateStatus {
  const state = delegateState(account, allowance, ports);
  const own = state === 'active' ? allowance.availableRounds : 0n;
  return {
    consumerAuthority: formatAddress(authority),
    delegate: formatAddress(rememberedAddresses.delegate(ports.deployment.programId, owner, authority)),
    state,
    roundsAllowed: (account?.rounds ?? 0n).toString(),
    ...textsOf({ ...allowance, availableRounds: own < subscriptionRounds ? own : subscriptionRounds }),
    maxSignatures: account?.maxSignatures ?? 0,
    expiresAt: account === null ? null : Number(account.expiresAt),
  };
}

function textsOf({ roundsLeft, committedRounds, availableRounds, unsettledRounds }: RoundAllowance) {
  return {
    roundsLeft: roundsLeft.toString(),
    committedRounds: committedRounds.toString(),
    availableRounds: availableRounds.toString(),
    unsettledRounds,
  };
}

/** A round of now, of a quorum that no bound refuses. */
function claimOfNow({ deployment: { gateway }, clock }: PathPorts) {
  const nowSeconds = Math.floor(clock.nowMs() / 1_000);
  return { gateway, timestampSeconds: nowSeconds, nowSeconds, signaturesRequired: 0, units: 1 };
}

function subscriptionState(account: SubscriptionAccount | null, { roundsLeft }: RoundAllowance, ports: PathPorts): Status['state'] {
  const refusal = subscriptionRefusal(account === null ? null : { ...account, roundsLeft }, claimOfNow(ports));
  return refusal === null ? 'active' : stateOf(SUBSCRIPTION_STATES, refusal);
}

function delegateState(account: DelegateAccount | null, { roundsLeft }: RoundAllowance, ports: PathPorts): DelegateStatus['state'] {
  const now = account === null ? null : { ...account, rounds: roundsLeft, roundsSettled: 0n };
  const refusal = delegateRefusal(now, claimOfNow(ports));
  return refusal === null ? 'active' : stateOf(DELEGATE_STATES, refusal);
}

const SUBSCRIPTION_STATES: Partial<Record<ErrorCode, Status['state']>> = {
  subscription_missing: 'absent',
  subscription_other_gateway: 'other_gateway',
  subscription_gateway_changing: 'changing_gateway',
  subscription_paused: 'paused',
  subscription_expired: 'expired',
  subscription_exhausted: 'exhausted',
};

const DELEGATE_STATES: Partial<Record<ErrorCode, DelegateStatus['state']>> = {
  consumer_not_authorised: 'absent',
  delegate_revoked: 'revoked',
  delegate_expired: 'expired',
  delegate_exhausted: 'exhausted',
};

function stateOf<State>(states: Partial<Record<ErrorCode, State>>, refusal: ErrorCode): State {
  const state = states[refusal];
  if (state === undefined) throw new GatewayError('internal', { cause: new Error(`no state is named for the refusal ${refusal}`) });
  return state;
}
