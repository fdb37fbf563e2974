import { instructions } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  decodeDelegate,
  decodeSubscription,
  delegateAddress,
  delegateIsRevoked,
  subscriptionAddress,
  type DelegateAccount,
} from '@oracle-gateway/protocol/accounts';

import { readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type Plan } from '../plan.js';

/** Names a delegate of the signer's own subscription. */
export interface DelegateInput {
  /** The delegate's key. */
  readonly authority: Address;
}

/** Bounds of a delegate, as they are afterwards. */
export interface SetDelegateInput extends DelegateInput {
  /** Rounds that the delegate may use in all, settled rounds included. */
  readonly rounds: bigint;
  /** Largest quorum of the delegate. */
  readonly maxSignatures: number;
  /** Unix seconds. */
  readonly expiresAtSeconds: bigint;
}

interface Present {
  readonly address: Address;
  readonly name: string;
  readonly delegate: DelegateAccount | null;
}

async function readDelegate(ledger: AdminLedger, authority: Address): Promise<Present> {
  const { programId, signer } = ledger;
  const subscription = subscriptionAddress(programId, signer.address);
  if ((await readOwn(ledger, subscription, decodeSubscription)) === null)
    throw new NotPossibleError('key', 'has no subscription: `subscribe` opens one');
  const address = delegateAddress(programId, subscription, authority);
  return { address, name: formatAddress(authority), delegate: await readOwn(ledger, address, decodeDelegate) };
}

/** Adds a delegate of the signer's subscription, or replaces its bounds. Throws NotPossibleError, LedgerUnavailableError. */
export async function planSetDelegate(ledger: AdminLedger, input: SetDelegateInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { authority, rounds, maxSignatures, expiresAtSeconds } = input;
  const { address, name, delegate } = await readDelegate(ledger, authority);
  if (delegate !== null && delegateIsRevoked(delegate))
    throw new NotPossibleError(
      'delegate',
      `${name} is revoked for good: close it with \`delegate close\` once nothing is left to settle, then add it again`,
    );
  const bounds = `up to ${rounds} rounds in all, ${maxSignatures} signatures each, until ${formatTime(expiresAtSeconds)}`;
  if (
    delegate !== null &&
    delegate.rounds === rounds &&
    delegate.maxSignatures === maxSignatures &&
    delegate.expiresAt === expiresAtSeconds
  )
    return alreadySo(`delegate ${name} may use ${bounds}`);
  const terms = { programId, owner: signer.address, ...input };
  return delegate === null
    ? change({
        effects: [`adds delegate ${name}: ${bounds}`],
        instructions: [instructions.addDelegate(terms)],
        creates: [{ what: 'Delegate', address, bytes: ACCOUNT_BYTES.delegate }],
      })
    : change({
        effects: [`bounds delegate ${name}: ${bounds}; ${delegate.roundsSettled} are settled`],
        instructions: [instructions.boundDelegate(terms)],
      });
}

/** Throws NotPossibleError, LedgerUnavailableError. */
export async function planRevokeDelegate(ledger: AdminLedger, { authority }: DelegateInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { name, delegate } = await readDelegate(ledger, authority);
  if (delegate === null)
    throw new NotPossibleError('delegate', `${name} is not a delegate of this subscription: \`delegate set\` adds one`);
  if (delegateIsRevoked(delegate)) return alreadySo(`delegate ${name} is revoked, since ${formatTime(delegate.revokedAt)}`);
  return change({
    effects: [`revokes delegate ${name} for good; rounds served before still settle`],
    instructions: [instructions.revokeDelegate({ programId, owner: signer.address, authority })],
  });
}

/** Throws NotPossibleError, LedgerUnavailableError. */
export async function planCloseDelegate(ledger: AdminLedger, { authority }: DelegateInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { name, delegate } = await readDelegate(ledger, authority);
  if (delegate === null) return alreadySo(`delegate ${name} has no account`);
  return change({
    effects: [`closes the account of delegate ${name}; the key gets the rent`],
    instructions: [instructions.closeDelegate({ programId, owner: signer.address, authority })],
  });
}
