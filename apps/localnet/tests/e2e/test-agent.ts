import { operations, type AgentStatus } from '@oracle-gateway/gateway-api';
import { agentRoundAddress, formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';

import { prepareAgentRound, type AgentRound } from './agent-round.js';
import { createAgentWallet } from '../../src/demo/agent-wallet.js';
import type { ManifestKey } from '../../src/index.js';
import { addressOf, type SecretKey } from '../../src/base/keypair.js';
import { nextTimestampSeconds, type TestWorld } from './test-world.js';

/** One of the manifest's keys as an agent, with its escrow at the world's gateway. */
export class TestAgent {
  private readonly key: SecretKey;
  private readonly payer: string;

  constructor(
    private readonly test: TestWorld,
    name: ManifestKey,
  ) {
    this.key = Uint8Array.from(test.world.manifest.keys[name]);
    this.payer = formatAddress(addressOf(this.key));
  }

  async status(quorum = 2): Promise<AgentStatus> {
    const answer = await this.test.client.call(operations.getAgentStatus, {
      path: { payer: this.payer },
      query: { signatures_required: quorum },
    });
    if (answer.status !== 200) throw new Error(`the status of an escrow: ${answer.status} ${answer.body.error}`);
    return answer.body;
  }

  /** Balance of the escrow, on the ledger itself; it must have been paid into. */
  async balance(): Promise<bigint> {
    return this.wallet().balanceOf(formatAddress(this.tokens()));
  }

  async payIn(amountAtomic: bigint): Promise<void> {
    const [payTo, agent] = [formatAddress(this.tokens()), formatAddress(this.parties().escrow)];
    await this.wallet().pay({ payTo, agent, asset: this.test.world.manifest.usdcMint, amountAtomic });
  }

  /** Signs a request, at the price that the world was set up with unless told. */
  prepare(input: { readonly quorum: number; readonly timestampSeconds?: number; readonly amountAtomic?: bigint }): AgentRound {
    const { manifest } = this.test.world;
    return prepareAgentRound({
      sourceUrl: manifest.sources.price,
      payerKey: this.key,
      signaturesRequired: input.quorum,
      registryVersion: manifest.registryVersion,
      timestampSeconds: input.timestampSeconds ?? nextTimestampSeconds(),
      amountAtomic: input.amountAtomic ?? this.priceOf(input.quorum),
    });
  }

  priceOf(quorum: number): bigint {
    const { agentRoundBase, agentRoundPerSig } = this.test.world.manifest.prices;
    return BigInt(agentRoundBase) + BigInt(quorum) * BigInt(agentRoundPerSig);
  }

  /** Asks with the payer's signature. */
  async execute(round: AgentRound) {
    const { escrow, gateway } = this.parties();
    return this.test.client.call(operations.executeAgentRound, { body: round.sign({ escrow, gateway }) });
  }

  /** The account that settling the round makes; its base58 form is the round's id. */
  roundAccount(round: AgentRound): Address {
    const { programId, gatewayPda } = this.test.world.manifest;
    return agentRoundAddress({
      ...round,
      programId: parseAddress(programId),
      payer: round.owner,
      gateway: parseAddress(gatewayPda),
      canonicalTimestampSeconds: round.timestampSeconds,
    });
  }

  /** The escrow's token account. */
  tokens(): Address {
    return associatedTokenAddress(this.parties().escrow, parseAddress(this.test.world.manifest.usdcMint));
  }

  private parties(): { readonly escrow: Address; readonly gateway: Address } {
    const { programId, gatewayPda } = this.test.world.manifest;
    const gateway = parseAddress(gatewayPda);
    return { gateway, escrow: escrowAddress(parseAddress(programId), addressOf(this.key), gateway) };
  }

  private wallet() {
    const { rpcUrl, wsUrl } = this.test.world.manifest;
    return createAgentWallet({ rpcUrl, wsUrl, key: this.key });
  }
}
