import {
  createAssociatedTokenAccount,
  instructions,
  readTokenHolding,
  transferTokens,
  type LedgerInstruction,
  type LedgerSigner,
} from '@oracle-gateway/ledger';
import { quotaKey, type QuotaKey, type Outbox, type SettlementCharge } from '@oracle-gateway/outbox';
import {
  agentRequestAuthHash,
  agentRoundAddress,
  attestationMessage,
  deriveDeploymentId,
  deriveFeedId,
  roundIdOf,
  toAddress,
  toUnixMs,
  unixSeconds,
  type Address,
  type RoundId,
} from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { NETWORK, type World } from '@oracle-gateway/ledger/testing';

/** Price of a quorum of two in this world. */
export const AGENT_PRICE = 2_000n;

export interface AgentRound {
  readonly address: Address;
  /** 32 bytes. */
  readonly message: Uint8Array;
  /** 64 bytes. */
  readonly requestSignature: Uint8Array;
  readonly signed: ReturnType<World['settlement']>;
  readonly instruction: LedgerInstruction;
}

/** A payer and what belongs to it at the gateway of a world. */
export class Agent {
  readonly gateway: Address;
  readonly escrow: Address;
  /** The escrow's token account. */
  readonly tokens: Address;
  readonly quotaKey: QuotaKey;

  constructor(
    private readonly world: World,
    readonly payer: LedgerSigner,
  ) {
    this.gateway = gatewayAddress(world.programId, world.gateway.address);
    this.escrow = escrowAddress(world.programId, payer.address, this.gateway);
    this.tokens = associatedTokenAddress(this.escrow, world.mint);
    this.quotaKey = quotaKey('escrow', this.tokens);
  }

  /** Pays into the escrow, as any key may. */
  async fund(amountAtomic: bigint): Promise<void> {
    const { world } = this;
    const { owner, mint } = world;
    await world.send(
      owner,
      createAssociatedTokenAccount({ payer: owner.address, owner: this.escrow, mint }),
      transferTokens({ owner: owner.address, recipient: this.escrow, mint, amountAtomic }),
    );
  }

  balance(): bigint {
    const held = this.world.rpc.svm.getAccount(this.tokens);
    if (held === null || held.lamports() === 0n) return 0n;
    return readTokenHolding({ owner: toAddress(held.owner()), data: held.data() })?.amountAtomic ?? 0n;
  }

  /** A round that the program accepts, and its settlement. */
  async round(timestampSeconds: number): Promise<AgentRound> {
    const { world, payer, gateway, escrow } = this;
    const { programId, mint } = world;
    const signed = world.settlement(2, timestampSeconds, payer.address);
    const { sourceId, signaturesRequired } = signed;
    const canonicalTimestampSeconds = unixSeconds(timestampSeconds);
    const feedId = deriveFeedId({ owner: payer.address, sourceId, signaturesRequired });
    const request = { escrow, gateway, feedId, canonicalTimestampSeconds, amountAtomic: AGENT_PRICE };
    // The kind of bytes that are signed as they are.
    const requestSignature = await payer.sign('transaction', agentRequestAuthHash(request));
    const message = attestationMessage({
      ...signed,
      deploymentId: deriveDeploymentId({ programId, network: NETWORK }),
      feedId,
      timestampMs: toUnixMs(canonicalTimestampSeconds),
    });
    return {
      address: agentRoundAddress({ ...signed, payer: payer.address, gateway, canonicalTimestampSeconds }),
      message,
      requestSignature,
      signed,
      instruction: instructions.settleAgentRound({
        ...signed,
        payer: payer.address,
        mint,
        canonicalTimestampSeconds,
        amountAtomic: AGENT_PRICE,
        requestSignature,
      }),
    };
  }

  /** Serves a round as a gateway does that has just read the balance; `charge` replaces what is kept of it. */
  async serve(outbox: Outbox, timestampSeconds: number, charge: Partial<SettlementCharge<'escrow'>> = {}): Promise<RoundId> {
    const { address, message, requestSignature, signed } = await this.round(timestampSeconds);
    const roundId = roundIdOf(address);
    const hold = { quotaKey: this.quotaKey, units: Number(AGENT_PRICE), available: this.balance(), slot: 0, until: 'settled' } as const;
    const reserved = await outbox.reserve({ path: 'agent', roundId, deadlineMs: 60_000, maxInFlight: 100, holds: [hold] });
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    const settlement = {
      charge: {
        kind: 'escrow' as const,
        payer: this.payer.address,
        amountAtomic: AGENT_PRICE,
        requestSignature,
        ...charge,
      },
      sourceId: signed.sourceId,
      value: signed.value,
      message,
      signaturesRequired: signed.signaturesRequired,
      timestampSeconds,
      form: signed.form,
      observedAtMs: signed.observedAtMs,
      registryVersion: signed.registryVersion,
      registryCount: signed.registryCount,
      s: signed.s,
      commitment: signed.commitment,
      aggregateKey: signed.keyForm.aggregateKey,
      signersBitmap: signed.signersBitmap,
    };
    await outbox.commit({ roundId, token: reserved.token, settlement, result: '{}' });
    return roundId;
  }
}
