import { createAssociatedTokenAccount, instructions, readTokenHolding, TOKEN_ACCOUNT_BYTES, transferTokens } from '@oracle-gateway/ledger';
import { formatAddress, type Address } from '@oracle-gateway/protocol';
import { equalBytes, formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  agentEscrowIsPaused,
  associatedTokenAddress,
  decodeAgentEscrow,
  escrowAddress,
  type AgentEscrowAccount,
  type ConfigAccount,
  withdrawableFrom,
} from '@oracle-gateway/protocol/accounts';

import { readLedgerAccount, readClock, readConfig, readOwn, type AdminLedger } from '../admin-ledger.js';
import { NotPossibleError } from '../errors.js';
import { alreadySo, change, type CreatedAccount, type Plan } from '../plan.js';
import { requireGateway, type GatewayInput } from './gateways.js';
import { tokensHeld } from './tokens-held.js';

/** The gateway of the escrow; the payer is the signer. */
export type EscrowInput = GatewayInput;

interface Present {
  readonly config: ConfigAccount;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly address: Address;
  readonly name: string;
  /** Null until the first round, pause or request: the escrow is then active. */
  readonly escrow: AgentEscrowAccount | null;
}

async function readEscrow(ledger: AdminLedger, input: EscrowInput): Promise<Present> {
  const { programId, signer } = ledger;
  const config = await readConfig(ledger);
  const { address: gateway } = await requireGateway(ledger, input);
  const name = formatAddress(gateway);
  const address = escrowAddress(programId, signer.address, gateway);
  return { config, gateway, address, name: `the escrow with gateway ${name}`, escrow: await readOwn(ledger, address, decodeAgentEscrow) };
}

function requireAccount(ledger: AdminLedger, { escrow, name }: Present): AgentEscrowAccount {
  if (escrow === null)
    throw new NotPossibleError(
      'key',
      `${formatAddress(ledger.signer.address)} has no account of ${name}: the escrow is active, and no withdrawal is requested`,
    );
  return escrow;
}

/** The account that a pause or a request creates where no round was settled before. */
function createsEscrow({ escrow, address }: Present): readonly CreatedAccount[] {
  return escrow === null ? [{ what: 'AgentEscrow', address, bytes: ACCOUNT_BYTES.agentEscrow }] : [];
}

/** The holding of an escrow afterwards. */
export interface FundEscrowInput extends EscrowInput {
  /** Atomic units that the escrow holds afterwards, at least. */
  readonly holdAtomic: bigint;
}

/** Fills the signer's escrow. Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planFundEscrow(ledger: AdminLedger, input: FundEscrowInput): Promise<Plan> {
  const { signer } = ledger;
  const present = await readEscrow(ledger, input);
  const { address, name, escrow } = present;
  const { mint } = present.config;
  const holding = await tokensHeld(ledger, address, mint);
  const held = holding ?? 0n;
  const amountAtomic = input.holdAtomic - held;
  if (amountAtomic <= 0n) return alreadySo(`${name} holds ${held} atomic units`);
  const own = (await tokensHeld(ledger, signer.address, mint)) ?? 0n;
  if (own < amountAtomic)
    throw new NotPossibleError('key', `holds ${own} atomic units of the stablecoin, needs ${amountAtomic}: send tokens to the key`);
  const transfer = transferTokens({ owner: signer.address, recipient: address, mint, amountAtomic });
  const paused = escrow !== null && agentEscrowIsPaused(escrow);
  return change({
    effects: [
      `pays ${amountAtomic} atomic units into ${name}, which then holds ${held + amountAtomic}`,
      ...(paused ? ['it stays paused: `escrow resume` ends the pause'] : []),
    ],
    instructions: holding === null ? [createAssociatedTokenAccount({ payer: signer.address, owner: address, mint }), transfer] : [transfer],
    creates:
      holding === null
        ? [{ what: 'token account of the escrow', address: associatedTokenAddress(address, mint), bytes: TOKEN_ACCOUNT_BYTES }]
        : [],
    payment: { mint, amountAtomic },
  });
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planPauseEscrow(ledger: AdminLedger, input: EscrowInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const present = await readEscrow(ledger, input);
  const { gateway, name, escrow } = present;
  if (escrow !== null && agentEscrowIsPaused(escrow)) return alreadySo(`${name} is paused, since ${formatTime(escrow.pausedAt)}`);
  return change({
    effects: [`pauses ${name}; rounds served before still settle`],
    instructions: [instructions.pauseEscrow({ programId, payer: signer.address, gateway })],
    creates: createsEscrow(present),
  });
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planResumeEscrow(ledger: AdminLedger, input: EscrowInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const present = await readEscrow(ledger, input);
  const escrow = requireAccount(ledger, present);
  const { gateway, name } = present;
  if (!agentEscrowIsPaused(escrow)) return alreadySo(`${name} is active`);
  return change({
    effects: [`resumes ${name}`, ...(escrow.withdrawRequestedAt === 0n ? [] : ['ends the request to withdraw'])],
    instructions: [instructions.resumeEscrow({ programId, payer: signer.address, gateway })],
  });
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planRequestWithdraw(ledger: AdminLedger, input: EscrowInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const present = await readEscrow(ledger, input);
  const { config, gateway, name, escrow } = present;
  const from = escrow === null ? null : withdrawableFrom(escrow, config);
  if (from !== null) return alreadySo(`a withdrawal from ${name} is requested, possible from ${formatTime(from)} on`);
  return change({
    effects: [
      `pauses ${name} and requests a withdrawal; rounds served before still settle`,
      `it can be emptied ${config.withdrawDelaySeconds} seconds later, once no round from before the pause settles any more`,
    ],
    instructions: [instructions.requestWithdraw({ programId, payer: signer.address, gateway })],
    creates: createsEscrow(present),
  });
}

/** The amount that an escrow keeps, and the account that gets the rest. */
export interface WithdrawEscrowPlanInput extends EscrowInput {
  /** Atomic units that stay in the escrow; the rest is withdrawn. */
  readonly leaveAtomic: bigint;
  /** Token account of the signer. By default the associated token account, created if it does not exist. */
  readonly destination?: Address;
}

/** Throws ProtocolNotInitialisedError, NotPossibleError, LedgerUnavailableError. */
export async function planWithdrawEscrow(ledger: AdminLedger, input: WithdrawEscrowPlanInput): Promise<Plan> {
  const { programId, signer } = ledger;
  const { leaveAtomic } = input;
  const present = await readEscrow(ledger, input);
  const { config, gateway, address, name } = present;
  const { mint } = config;
  const from = withdrawableFrom(requireAccount(ledger, present), config);
  if (from === null) throw new NotPossibleError('escrow', 'no withdrawal is requested: `escrow request-withdraw` comes first');
  if ((await readClock(ledger)) < from)
    throw new NotPossibleError('escrow', `can be emptied from ${formatTime(from)} on: repeat the command then`);
  const held = (await tokensHeld(ledger, address, mint)) ?? 0n;
  const amountAtomic = held - leaveAtomic;
  if (amountAtomic <= 0n) return alreadySo(`${name} holds ${held}, no more than the amount to leave`);
  const { destination, creates } = await receiverOf(ledger, mint, input.destination);
  const withdrawal = { programId, payer: signer.address, gateway, mint, destination, amountAtomic };
  return change({
    effects: [`moves ${amountAtomic} of ${held} atomic units out of ${name}`, `to ${formatAddress(destination)}, which belongs to the key`],
    instructions: [
      ...creates.map(() => createAssociatedTokenAccount({ payer: signer.address, owner: signer.address, mint })),
      instructions.withdrawEscrow(withdrawal),
    ],
    creates,
  });
}

async function receiverOf(
  ledger: AdminLedger,
  mint: Address,
  named: Address | undefined,
): Promise<{ readonly destination: Address; readonly creates: readonly CreatedAccount[] }> {
  const { address: owner } = ledger.signer;
  if (named === undefined) {
    const destination = associatedTokenAddress(owner, mint);
    const isThere = (await tokensHeld(ledger, owner, mint)) !== null;
    return {
      destination,
      creates: isThere ? [] : [{ what: 'token account of the key', address: destination, bytes: TOKEN_ACCOUNT_BYTES }],
    };
  }
  const account = await readLedgerAccount(ledger, named);
  const receiving = account === null ? null : readTokenHolding(account);
  if (receiving === null || !equalBytes(receiving.mint, mint) || !equalBytes(receiving.owner, owner))
    throw new NotPossibleError('to', `must be a token account of mint ${formatAddress(mint)} that belongs to the key`);
  return { destination: named, creates: [] };
}
