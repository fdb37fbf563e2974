import { type Address, parseAddress } from '@oracle-gateway/protocol';
import { formatMoney, formatTime } from '@oracle-gateway/protocol/internal';
import {
  ACCOUNT_BYTES,
  agentEscrowIsPaused,
  associatedTokenAddress,
  type AgentEscrowAccount,
  decodeAgentEscrow,
  escrowAddress,
  TOKEN_ACCOUNT_BYTES,
  withdrawableFrom,
} from '@oracle-gateway/protocol/accounts';
import { createAssociatedTokenAccount, requestWithdraw, transferTokens, withdrawEscrow } from '@oracle-gateway/protocol/instructions';
import { TransportError } from '../base/errors.js';
import { readAccounts } from '../ledger/read-accounts.js';
import { nothingToSign, type NothingToSign, type Offer, offerOf } from './offer.js';
import { affordable, readOf, requireGatewayInService, deploymentSettings, type SubscriberLedger, tokensOf } from './subscriber-ledger.js';

const CLOCK_SYSVAR = parseAddress('SysvarC1ock11111111111111111111111111111111');
const CLOCK_SECONDS_OFFSET = 32;
const CLOCK_SECONDS_BYTES = 8;

/** Pays into the escrow that the key has with the gateway. @throws NotOfferedError, TransportError, ClientUsageError, VerificationError */
export async function offerFunding(
  ledger: SubscriberLedger,
  { amountAtomic }: { readonly amountAtomic: bigint },
  signal?: AbortSignal,
): Promise<Offer | NothingToSign> {
  const { rpc, owner } = ledger;
  if (amountAtomic === 0n) return nothingToSign('there is nothing to pay in');
  const { mint } = await deploymentSettings(ledger, signal);
  await requireGatewayInService(ledger, signal);
  const escrow = await escrowOf(ledger, signal);
  const held = await tokensOf(rpc, addressOfEscrow(ledger), mint, signal);
  const recipient = addressOfEscrow(ledger);
  const transfer = transferTokens({ owner, recipient, mint, amountAtomic });
  const offer = await offerOf(
    rpc,
    {
      signer: owner,
      effects: [
        `pays ${formatMoney(amountAtomic)} into your escrow with the gateway, which then holds ${formatMoney((held ?? 0n) + amountAtomic)}`,
        ...(escrow !== null && agentEscrowIsPaused(escrow) ? ['the escrow is paused, and stays so'] : []),
      ],
      instructions: held === null ? [createAssociatedTokenAccount({ payer: owner, owner: recipient, mint }), transfer] : [transfer],
      creates: held === null ? [{ what: 'token account of the escrow', bytes: TOKEN_ACCOUNT_BYTES }] : [],
      priceAtomic: amountAtomic,
    },
    signal,
  );
  return affordable(ledger, offer, mint, signal);
}

/**
 * Empties the escrow, in two transactions: the first pauses it and starts the delay of the program, the second moves the tokens once the
 * delay is over. Each call offers the next of the two.
 *
 * @throws NotOfferedError, TransportError, ClientUsageError, VerificationError
 */
export async function offerWithdrawal(ledger: SubscriberLedger, signal?: AbortSignal): Promise<Offer | NothingToSign> {
  const { rpc, programId, owner, gateway } = ledger;
  const config = await deploymentSettings(ledger, signal);
  const { mint } = config;
  const held = (await tokensOf(rpc, addressOfEscrow(ledger), mint, signal)) ?? 0n;
  if (held === 0n) return nothingToSign('your escrow with the gateway holds nothing');
  const escrow = await escrowOf(ledger, signal);
  const from = escrow === null ? null : withdrawableFrom(escrow, config);
  if (from === null) {
    const request = {
      signer: owner,
      effects: [
        'pauses your escrow with the gateway and requests a withdrawal; rounds that were served before still settle',
        `it can be emptied ${config.withdrawDelaySeconds} seconds later, once no round from before the pause settles any more: repeat this then`,
      ],
      instructions: [requestWithdraw({ programId, payer: owner, gateway })],
      creates: escrow === null ? [{ what: 'AgentEscrow', bytes: ACCOUNT_BYTES.agentEscrow }] : [],
    };
    return affordable(ledger, await offerOf(rpc, request, signal), mint, signal);
  }
  if ((await clockOf(ledger, signal)) < from)
    return nothingToSign(`a withdrawal is requested, and possible from ${formatTime(from)} on: repeat this then`);
  const destination = associatedTokenAddress(owner, mint);
  const isThere = (await tokensOf(rpc, owner, mint, signal)) !== null;
  const withdrawal = {
    signer: owner,
    effects: [`moves ${formatMoney(held)} out of your escrow with the gateway, to your key`],
    instructions: [
      ...(isThere ? [] : [createAssociatedTokenAccount({ payer: owner, owner, mint })]),
      withdrawEscrow({ programId, payer: owner, gateway, mint, destination, amountAtomic: held }),
    ],
    creates: isThere ? [] : [{ what: 'token account of your key', bytes: TOKEN_ACCOUNT_BYTES }],
  };
  return affordable(ledger, await offerOf(rpc, withdrawal, signal), mint, signal);
}

export function addressOfEscrow({ programId, owner, gateway }: SubscriberLedger): Address {
  return escrowAddress(programId, owner, gateway);
}

/** Null until the first round, pause or request: the escrow is then active. @throws TransportError */
export function escrowOf(ledger: SubscriberLedger, signal?: AbortSignal): Promise<AgentEscrowAccount | null> {
  return readOf(ledger, addressOfEscrow(ledger), decodeAgentEscrow, signal);
}

/** The ledger's clock, by which the program judges, in unix seconds. @throws TransportError */
async function clockOf({ rpc }: SubscriberLedger, signal: AbortSignal | undefined): Promise<bigint> {
  const [clock] = await readAccounts(rpc, [CLOCK_SYSVAR], signal);
  if (clock === null || clock === undefined || clock.data.length < CLOCK_SECONDS_OFFSET + CLOCK_SECONDS_BYTES)
    throw new TransportError('ledger', "the ledger's RPC answered without its clock");
  return new DataView(clock.data.buffer, clock.data.byteOffset).getBigInt64(CLOCK_SECONDS_OFFSET, true);
}
