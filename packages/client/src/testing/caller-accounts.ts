import { formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { escrowAddress, subscriptionAddress, TOKEN_ACCOUNT_BYTES, TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { encodeAccount } from '@oracle-gateway/protocol/testing';
import type { Escrows } from './agent-double.js';
import type { PathParts } from './path-double.js';
import type { TestNetwork } from './test-network.js';

/** Rounds that every subscription begins with. */
const FIRST_ROUNDS = 1_000;
const YEAR_SECONDS = 31_536_000;
/** Largest quorum of a subscription. */
export const MAX_SIGNATURES = 64;
/** Atomic units of the stablecoin that the caller holds. */
const HELD_ATOMIC = 1_000_000_000n;
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;

/** A subscription as of now. Every key has one. */
export function heldSubscription(
  { records, now }: Pick<PathParts, 'records' | 'now'>,
  owner: string,
): { readonly rounds: number; readonly roundsLeft: number; readonly expiresAtSeconds: number } {
  const used = records.all().filter(({ account, path, state }) => account === owner && path === 'subscription' && state === 'settled');
  const roundsLeft = Math.max(0, FIRST_ROUNDS - used.reduce((sum, { units }) => sum + units, 0));
  return { rounds: FIRST_ROUNDS, roundsLeft, expiresAtSeconds: Math.floor(now() / 1000) + YEAR_SECONDS };
}

/** Has on the ledger what a key holds: its subscription, its tokens, and those of its escrow. @param owner base58 */
export function keepCallerAccounts(
  deps: Pick<PathParts, 'network' | 'records' | 'now'> & { readonly escrows: Escrows },
  owner: string,
): void {
  const { network, escrows } = deps;
  const { ledger, programId, gateway } = network;
  const key = parseAddress(owner);
  ledger.keep(subscriptionAddress(programId, key), () => {
    const { roundsLeft, expiresAtSeconds } = heldSubscription(deps, owner);
    return encodeAccount('subscription', {
      maxSignatures: MAX_SIGNATURES,
      owner: key,
      gateway,
      roundsLeft: BigInt(roundsLeft),
      expiresAt: BigInt(expiresAtSeconds),
      openedAt: network.startedAtSeconds,
    });
  });
  keepTokens(network, key, () => HELD_ATOMIC);
  keepTokens(network, escrowAddress(programId, key, gateway), () => escrows.balance(owner));
}

/** A token account in the layout of the SPL token program. */
function keepTokens(network: TestNetwork, owner: TestNetwork['mint'], held: () => bigint): void {
  const read = (): Uint8Array => {
    const data = new Uint8Array(TOKEN_ACCOUNT_BYTES);
    data.set(network.mint);
    data.set(owner, owner.length);
    new DataView(data.buffer).setBigUint64(AMOUNT_OFFSET, held(), true);
    data[STATE_OFFSET] = 1;
    return data;
  };
  network.ledger.keep(network.tokenAccountOf(owner), read, formatAddress(TOKEN_PROGRAM_ID));
}
