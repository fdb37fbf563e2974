import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  decodeAgentEscrow,
  decodeAgentRound,
  type AgentEscrowAccount,
  type AgentRoundAccount,
  readTokenHoldingOf,
  type TokenHolding,
} from '@oracle-gateway/protocol/accounts';

import { MAX_BATCH_ADDRESSES, type BatchReader } from './batch-reader.js';
import type { AccountAtSlot } from './account-batch.js';
import type { Commitment } from './rpc/commitment.js';
import { rememberedAddresses } from '@oracle-gateway/protocol/instructions';

/** Names the escrow of a payer with a gateway. */
export interface EscrowName {
  readonly payer: Address;
  /** Gateway account. */
  readonly gateway: Address;
}

/** An escrow and its tokens at `slot`. */
export interface EscrowRead {
  /** null: the account does not exist yet. The escrow's authority is then the payer, and the escrow is active. */
  readonly escrow: AgentEscrowAccount | null;
  /** null: the escrow's associated address holds no token account of the protocol's mint that belongs to the escrow. */
  readonly tokens: TokenHolding | null;
  /** Slot of `tokens`. */
  readonly slot: number;
}

/** An escrow with its rounds that are not settled. */
export interface EscrowRoundsRead extends EscrowRead {
  /** Accounts of the rounds in the order of their addresses, at `slot` or earlier; null: no account of the oracle program. */
  readonly rounds: readonly (AgentRoundAccount | null)[];
}

export interface EscrowReadDeps {
  readonly programId: Address;
  readonly commitment: Commitment;
  readonly mint: () => Promise<Address>;
  readonly readAt: (address: Address) => Promise<AccountAtSlot>;
  readonly readTogether: BatchReader;
}

interface AnyAccount {
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** Both accounts of an escrow, in one call with other reads of the same turn. */
export async function readEscrow(name: EscrowName, deps: EscrowReadDeps): Promise<EscrowRead> {
  const { escrow, tokens, mint } = await addressesOf(name, deps);
  const [escrowAt, tokensAt] = await Promise.all([deps.readAt(escrow), deps.readAt(tokens)]);
  return { ...interpret({ escrow, mint }, owned(escrowAt), owned(tokensAt), deps), slot: tokensAt.slot };
}

/**
 * An escrow together with accounts of its agent rounds. One call reads at most 100 accounts, so many rounds take several calls. Each call
 * reads the escrow again, and the balance is from the newest slot: it includes the payment of every round that was found.
 */
export async function readEscrowRounds(name: EscrowName, rounds: readonly Address[], deps: EscrowReadDeps): Promise<EscrowRoundsRead> {
  if (rounds.length === 0) return { ...(await readEscrow(name, deps)), rounds: [] };
  const { escrow, tokens, mint } = await addressesOf(name, deps);
  const roundsPerCall = MAX_BATCH_ADDRESSES - 2;
  const pages: Promise<EscrowRoundsRead>[] = [];
  for (let start = 0; start < rounds.length; start += roundsPerCall) {
    const page = [escrow, tokens, ...rounds.slice(start, start + roundsPerCall)];
    pages.push(
      deps.readTogether(page, deps.commitment).then(({ slot, accounts: [escrowAccount, tokenAccount, ...roundAccounts] }) => ({
        ...interpret({ escrow, mint }, escrowAccount ?? null, tokenAccount ?? null, deps),
        slot,
        rounds: roundAccounts.map((account) => (isOwn(account, deps) ? decodeAgentRound(account.data) : null)),
      })),
    );
  }
  const reads = await Promise.all(pages);
  const newest = reads.reduce((best, read) => (read.slot > best.slot ? read : best));
  return { ...newest, rounds: reads.flatMap((read) => read.rounds) };
}

async function addressesOf({ payer, gateway }: EscrowName, { programId, mint: readMint }: EscrowReadDeps) {
  const mint = await readMint();
  const escrow = rememberedAddresses.escrow(programId, payer, gateway);
  return { escrow, tokens: rememberedAddresses.associatedToken(escrow, mint), mint };
}

function interpret(
  expected: { readonly escrow: Address; readonly mint: Address },
  escrowAccount: AnyAccount | null,
  tokenAccount: AnyAccount | null,
  deps: EscrowReadDeps,
): Omit<EscrowRead, 'slot'> {
  return {
    escrow: isOwn(escrowAccount, deps) ? decodeAgentEscrow(escrowAccount.data) : null,
    tokens: tokenAccount === null ? null : readTokenHoldingOf(tokenAccount, { owner: expected.escrow, mint: expected.mint }),
  };
}

function isOwn<T extends AnyAccount>(account: T | null, { programId }: Pick<EscrowReadDeps, 'programId'>): account is T {
  return account !== null && equalBytes(account.owner, programId);
}

function owned({ account }: AccountAtSlot): AnyAccount | null {
  return account === null ? null : { owner: parseAddress(account.owner), data: account.data };
}

/** Cache key of an escrow. */
export function escrowKey({ payer, gateway }: EscrowName): string {
  return `${formatAddress(payer)}/${formatAddress(gateway)}`;
}
