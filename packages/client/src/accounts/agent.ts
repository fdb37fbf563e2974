import {
  type Address,
  agentRequestAuthHash,
  agentRoundAddress,
  agentRoundPrice,
  deriveFeedId,
  formatAddress,
  roundIdOf,
  toHex,
  type UnixSeconds,
  unitsOf,
} from '@oracle-gateway/protocol';
import { decodeAgentRound, escrowAddress } from '@oracle-gateway/protocol/accounts';
import type { Allowance } from '../base/allowance.js';
import { ClientUsageError, GatewayError, SpendingLimitError } from '../base/errors.js';
import { integerOf } from '../base/json.js';
import { signWith, type Signer } from '../base/signer.js';
import type { JsonAnswer } from '../http/read-json.js';
import { addressIn } from '../ledger/deployment.js';
import type { Account, AccountIo, EarnedRound, RoundDraft } from '../rounds/account.js';
import { earnFlatRound } from '../rounds/earn-flat.js';
import { gatewayAddressOf } from '../rounds/gateway-address.js';
import { readAuthorization } from '../rounds/read-authorization.js';
import { hasReceipt } from '../rounds/receipt.js';
import { simulateAuthorization } from '../simulations/simulate-authorization.js';
import { agentReads } from './agent-reads.js';
import { type EscrowTerms, escrowTerms } from './escrow-terms.js';
import { usageAuthorization, usageReads } from './usage-reads.js';

/** An escrow that pays: its key, its limit, and how it is filled. */
export interface AgentInput {
  readonly signer: Signer;
  /** Atomic units of the stablecoin that one round may cost: all seconds together that are signed for it. */
  readonly maxAmount: bigint;
  /** Budget that this round shares with others. */
  readonly allowance?: Allowance;
  /** Pays in what is missing, and resolves when it has landed. Without it, a lack of funds is a `GatewayError`. */
  readonly fund?: (missing: EscrowTerms) => Promise<void>;
}

const PATH = '/v1/agent/execute';
/** Checks an escrow that was paid into, at most: the gateway's RPC server may lag. */
const MAX_CHECKS = 6;
const CHECK_MS = 500;
/** Milliseconds for which a request that lacked funds is repeated for the same second: the gateway takes it for five minutes. */
const SAME_SECOND_MS = 240_000;

/**
 * A payer that deposits stablecoins in an escrow with the gateway, and signs each request with its exact price.
 *
 * @throws ClientUsageError unless `maxAmount` is a positive bigint and the signer's address is one
 * @example
 * const account = agent({ signer, maxAmount: 5_000n, fund: ({ amount, asset, payTo, escrow }) => transfer(amount, asset, payTo, escrow) });
 */
export function agent(input: AgentInput): Account {
  const { signer, maxAmount, allowance, fund } = input;
  const payer = addressIn('signer.address', signer.address);
  requireAmount(maxAmount);
  return {
    ...agentReads(formatAddress(payer)),
    ...usageReads(signer.address, (io, call) => usageAuthorization(signer, io, call)),
    feedOwner: signer.address,
    secretsOwner: signer.address,
    authorizeRead: (roundId, io) => readAuthorization(signer, roundId, io),
    authorizeSimulation: ({ subject: { sourceId } }, io, call) =>
      simulateAuthorization({ signer, sourceId, key: payer, owner: payer }, io, call),
    async earn(draft, io) {
      const request = await requestOf({ payer, signer, maxAmount, allowance }, draft, io);
      let checks = 0;
      for (;;) {
        try {
          return await request.earn();
        } catch (error) {
          const isUnderfunded = error instanceof GatewayError && error.code === 'escrow_underfunded';
          if (!isUnderfunded || fund === undefined || checks === MAX_CHECKS) throw error;
          if (checks === 0) await fundWith(fund, escrowTerms(error, request.known()));
          else await io.wait(CHECK_MS * checks, draft.signal);
          checks += 1;
        }
      }
    },
  };
}

/** @throws ClientUsageError */
export function requireAmount(maxAmount: bigint): void {
  if (typeof maxAmount !== 'bigint' || maxAmount <= 0n)
    throw new ClientUsageError('maxAmount', 'must be a positive bigint: the atomic units that one round may cost');
}

async function fundWith(fund: NonNullable<AgentInput['fund']>, terms: EscrowTerms): Promise<void> {
  try {
    await fund(terms);
  } catch (error) {
    throw new ClientUsageError('fund', 'failed, so that the round was not asked for again', { cause: error });
  }
}

/** One round that an agent asks for, at the price of the moment. */
async function requestOf(
  {
    payer,
    signer,
    maxAmount,
    allowance,
  }: Pick<AgentInput, 'signer' | 'maxAmount'> & {
    readonly payer: Address;
    readonly allowance: Allowance | undefined;
  },
  draft: RoundDraft,
  io: AccountIo,
): Promise<{ readonly earn: () => Promise<EarnedRound>; readonly known: () => Parameters<typeof escrowTerms>[1] }> {
  const { subject, quorum, members, signal } = draft;
  const { sourceId } = subject;
  const { programId, network } = io.ledger;
  const { config } = await io.ledger.current(signal);
  const gateway = await gatewayAddressOf(io, signal);
  const escrow = escrowAddress(programId, payer, gateway);
  const feedId = deriveFeedId({ owner: payer, sourceId, signaturesRequired: quorum });
  let price = agentRoundPrice(config.prices, { signaturesRequired: quorum, units: unitsOf(subject.form) });
  /** The most that was signed for each second: the ledger charges a second once. */
  const signed = new Map<UnixSeconds, bigint>();
  const mayTakeAnother = (): boolean => [...signed.values()].reduce((sum, amount) => sum + amount, price) <= maxAmount;
  /** An escrow that lacked funds is asked again for the same second, so that no two of them can be charged. */
  const secondAgain = (): { readonly firstSecond?: UnixSeconds } => {
    const last = [...signed.keys()].at(-1);
    if (last === undefined) return {};
    if (io.clock.now() - last * 1000 < SAME_SECOND_MS) return { firstSecond: last };
    if (!mayTakeAnother()) throw new SpendingLimitError(2n * price, maxAmount);
    return {};
  };

  async function sendAt(second: UnixSeconds, registryVersion: number): Promise<JsonAnswer> {
    if (price > maxAmount) throw new SpendingLimitError(price, maxAmount);
    const before = signed.get(second) ?? 0n;
    if (price > before) {
      await allowance?.take(price - before);
      signed.set(second, price);
    }
    const hash = agentRequestAuthHash({ escrow, gateway, feedId, canonicalTimestampSeconds: second, amountAtomic: price });
    const body = {
      payer: signer.address,
      canonical_timestamp: second,
      signatures_required: quorum,
      amount: Number(price),
      registry_version: registryVersion,
      ...members,
      agent_request_auth_sig: toHex(await signWith(signer, hash)),
    };
    return io.gateway.ask({ method: 'POST', path: PATH, body, signal, mayCost: true });
  }

  return {
    known: () => ({ programId, network, mint: config.mint, payer, gateway, price }),
    earn: async () =>
      earnFlatRound(
        {
          ...secondAgain(),
          feedOwner: payer,
          feedId,
          roundIdAt: (second) =>
            roundIdOf(
              agentRoundAddress({ programId, payer, gateway, sourceId, signaturesRequired: quorum, canonicalTimestampSeconds: second }),
            ),
          authorizeRead: (roundId) => readAuthorization(signer, roundId, io),
          receiptAt: (roundId, message, readSignal) =>
            hasReceipt({ ledger: io.ledger, decode: decodeAgentRound }, { roundId, message }, readSignal),
          // A gateway that says of a round it took that nothing is charged for it must not get more than the limit.
          mayTakeAnother,
          async send({ second, registryVersion }) {
            try {
              return await sendAt(second, registryVersion);
            } catch (error) {
              // The gateway may charge an older price for a while after a change, or this client may know the older one.
              const named = error instanceof GatewayError && error.code === 'amount_mismatch' ? integerOf(error.body['amount']) : undefined;
              if (named === undefined || BigInt(named) === price) throw error;
              price = BigInt(named);
              return sendAt(second, registryVersion);
            }
          },
        },
        draft,
        io,
      ),
  };
}
