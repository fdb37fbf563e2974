import type { TransactionInstruction } from '@solana/web3.js';

import {
  agent,
  agentRound,
  agentRoundSeeds,
  escrowAddress,
  escrowInstructions,
  fund,
  settleAgentRound,
  type AgentRound,
} from '../tests/agent.js';
import { concat } from '../tests/bytes.js';
import { administrator, configAddress, gatewayAddress, gatewayAuthority, mint, programId, START, WINDOW } from '../tests/deployment.js';
import { createAssociatedTokenAccount } from '../tests/token.js';
import { worldInUse, type World } from '../tests/world.js';
import { NODE_COUNT, tokensOf, unitsOfBumps, type Found, type Measurement } from './measurement.js';

/** The latest agent round whose account has the largest bump. */
function agentRoundOfLargestBump(world: World, changes: Partial<AgentRound>): AgentRound {
  for (let age = 0n; ; age++) {
    const round = agentRound(world, { ...changes, timestampSeconds: world.chain.now - age });
    if (unitsOfBumps([[agentRoundSeeds(round), programId]]) === 0) return round;
  }
}

/** One `settle_agent_round` for each of the quorums given, and the first one, which creates the escrow. */
export function measureSettleAgentRound(program: Uint8Array, quorums: readonly number[]): Measurement[] {
  const original = worldInUse(program, { nodeCount: NODE_COUNT, minSigners: 1, redundancyBuffer: 0 });
  fund(original, escrowAddress());
  const measure = (world: World, quorum: number, found: readonly Found[]) => {
    const signers = Array.from({ length: quorum }, (_, node) => node);
    const round = agentRoundOfLargestBump(world, { signaturesRequired: quorum, signers });
    const instruction = settleAgentRound(world, round);
    const computeUnits = world.chain.must(instruction, gatewayAuthority) - unitsOfBumps(found);
    return { computeUnits, dataBytes: instruction.data.length };
  };
  const treasury = tokensOf(configAddress);
  const gateway = gatewayAddress(gatewayAuthority.publicKey);
  const escrow = [[concat('escrow'), agent.publicKey.toBytes(), gateway.toBytes()], programId] as const;
  const first = measure(original.fork(), 3, [treasury, escrow, tokensOf(escrowAddress())]);
  original.chain.fund(agent.publicKey);
  original.chain.must(escrowInstructions().pause(), agent);
  const rows = quorums.map((quorum) => ({
    name: `settle_agent_round, ${quorum} ${quorum === 1 ? 'signer' : 'signers'}`,
    ...measure(original.fork(), quorum, [treasury]),
  }));
  return [...rows, { name: "settle_agent_round, 3 signers, the escrow's first", ...first }];
}

/** Operations of a payer on its escrow, in a life that does each once. */
export function measureEscrow(program: Uint8Array): Measurement[] {
  const world = worldInUse(program);
  const { chain } = world;
  chain.fund(agent.publicKey);
  chain.must(createAssociatedTokenAccount(administrator.publicKey, agent.publicKey, mint), administrator);
  fund(world, escrowAddress());
  const { pause, resume, requestWithdraw, withdraw } = escrowInstructions();
  const gateway = gatewayAddress(gatewayAuthority.publicKey);
  const created = [[[concat('escrow'), agent.publicKey.toBytes(), gateway.toBytes()], programId], tokensOf(escrowAddress())] as const;
  const measure = (name: string, instruction: TransactionInstruction, found: readonly Found[] = []): Measurement => ({
    name,
    computeUnits: chain.must(instruction, agent) - unitsOfBumps(found),
    dataBytes: instruction.data.length,
  });
  const rows = [measure('pause_escrow, creating the account', pause(), created)];
  chain.now = START + 1n;
  rows.push(measure('resume_escrow', resume()));
  chain.now = START + 1n + WINDOW;
  rows.push(measure('request_withdraw', requestWithdraw()));
  chain.now = START + 1_000n + 2n * WINDOW;
  rows.push(measure('withdraw_escrow', withdraw(1n)));
  return rows;
}
