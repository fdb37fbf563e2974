import { PublicKey, type Keypair, type TransactionInstruction } from '@solana/web3.js';

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
import { concat, u64, u8 } from '../tests/bytes.js';
import { namedKeypair } from '../tests/chain.js';
import {
  administrator,
  configAddress,
  gatewayAddress,
  gatewayAuthority,
  mint,
  otherGatewayAuthority,
  owner,
  programId,
  START,
  stranger,
  WINDOW,
} from '../tests/deployment.js';
import { UPGRADEABLE_LOADER } from '../tests/loader.js';
import { ASSOCIATED_TOKEN_PROGRAM, createAssociatedTokenAccount, TOKEN_PROGRAM } from '../tests/token.js';
import { deployedWorld, receiptAddress, receiptSeeds, worldInUse, type Round, type World } from '../tests/world.js';

/** Nodes in the registry that settlements are measured against. */
export const NODE_COUNT = 13;

export interface Measurement {
  readonly name: string;
  readonly computeUnits: number;
}

/** What finding an address costs for every bump above its own. */
const UNITS_PER_BUMP = 1_500;
const LARGEST_BUMP = 255;

/** The bumps of an instruction's addresses are luck; this is what they cost. */
function unitsOfBumps(addresses: readonly (readonly [seeds: readonly Uint8Array[], of: PublicKey])[]): number {
  return addresses.reduce(
    (units, [seeds, of]) => units + UNITS_PER_BUMP * (LARGEST_BUMP - PublicKey.findProgramAddressSync([...seeds], of)[1]),
    0,
  );
}

/** The latest round whose receipt has the largest bump. */
function roundOfLargestBump(world: World, changes: Partial<Round>): Round {
  for (let age = 0n; ; age++) {
    const round = world.round({ ...changes, timestampSeconds: world.chain.now - age });
    if (unitsOfBumps([[receiptSeeds(round), programId]]) === 0) return round;
  }
}

/** Compute units of one `settle_round` for 1 to 13 signers. */
export function measureSettleRound(program: Uint8Array): number[] {
  const original = worldInUse(program, { nodeCount: NODE_COUNT, maxSignatures: NODE_COUNT, minSigners: 1, redundancyBuffer: 0 });
  return Array.from({ length: NODE_COUNT }, (_, index) => {
    const world = original.fork();
    const signers = Array.from({ length: index + 1 }, (_unused, node) => node);
    const round = roundOfLargestBump(world, { signaturesRequired: signers.length, signers });
    return world.chain.must(world.settle(round), gatewayAuthority);
  });
}

/** Compute units of one settlement whose receipt address holds lamports already. */
export function measureDustedSettlement(program: Uint8Array): number {
  const world = worldInUse(program);
  const round = roundOfLargestBump(world, {});
  world.chain.dust(receiptAddress(round), 1n);
  return world.chain.must(world.settle(round), gatewayAuthority);
}

/** The latest agent round whose account has the largest bump. */
function agentRoundOfLargestBump(world: World, changes: Partial<AgentRound>): AgentRound {
  for (let age = 0n; ; age++) {
    const round = agentRound(world, { ...changes, timestampSeconds: world.chain.now - age });
    if (unitsOfBumps([[agentRoundSeeds(round), programId]]) === 0) return round;
  }
}

/** Seeds of the token account that the escrow, or the treasury, has its money in. */
function tokensOf(of: PublicKey) {
  return [[of.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()], ASSOCIATED_TOKEN_PROGRAM] as const;
}

/** Compute units of one `settle_agent_round` for the quorums given, and of the first one, which creates the escrow. */
export function measureSettleAgentRound(program: Uint8Array, quorums: readonly number[]): Measurement[] {
  const original = worldInUse(program, { nodeCount: NODE_COUNT, minSigners: 1, redundancyBuffer: 0 });
  fund(original, escrowAddress());
  const measure = (world: World, quorum: number, found: Parameters<typeof unitsOfBumps>[0]) => {
    const signers = Array.from({ length: quorum }, (_, node) => node);
    const round = agentRoundOfLargestBump(world, { signaturesRequired: quorum, signers });
    return world.chain.must(settleAgentRound(world, round), gatewayAuthority) - unitsOfBumps(found);
  };
  const treasury = tokensOf(configAddress);
  const gateway = gatewayAddress(gatewayAuthority.publicKey);
  const escrow = [[concat('escrow'), agent.publicKey.toBytes(), gateway.toBytes()], programId] as const;
  const first = measure(original.fork(), 3, [treasury, escrow, tokensOf(escrowAddress())]);
  original.chain.fund(agent.publicKey);
  original.chain.must(escrowInstructions().pause(), agent);
  const rows = quorums.map((quorum) => ({
    name: `settle_agent_round, ${quorum} ${quorum === 1 ? 'signer' : 'signers'}`,
    computeUnits: measure(original.fork(), quorum, [treasury]),
  }));
  return [...rows, { name: "settle_agent_round, 3 signers, the escrow's first", computeUnits: first }];
}

/** Compute units of what a payer does with its escrow, in a life that does each once. */
export function measureEscrow(program: Uint8Array): Measurement[] {
  const world = worldInUse(program);
  const { chain } = world;
  chain.fund(agent.publicKey);
  chain.must(createAssociatedTokenAccount(administrator.publicKey, agent.publicKey, mint), administrator);
  fund(world, escrowAddress());
  const { pause, resume, requestWithdraw, withdraw } = escrowInstructions();
  const gateway = gatewayAddress(gatewayAuthority.publicKey);
  const created = [[[concat('escrow'), agent.publicKey.toBytes(), gateway.toBytes()], programId], tokensOf(escrowAddress())] as const;
  const measure = (name: string, instruction: TransactionInstruction, found: Parameters<typeof unitsOfBumps>[0] = []) => ({
    name,
    computeUnits: chain.must(instruction, agent) - unitsOfBumps(found),
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

/** Compute units of every other instruction, in a life that uses each once. */
export function measureOthers(program: Uint8Array): Measurement[] {
  const world = deployedWorld(program);
  const { chain } = world;
  const measurements: Measurement[] = [];
  const measure = (name: string, instruction: TransactionInstruction, signer: Keypair, found: Parameters<typeof unitsOfBumps>[0] = []) =>
    measurements.push({ name, computeUnits: chain.must(instruction, signer) - unitsOfBumps(found) });
  const own = (...seeds: readonly (string | Uint8Array)[]) => [seeds.map((seed) => concat(seed)), programId] as const;
  const treasury = tokensOf(configAddress);
  const programData = [[programId.toBytes()], UPGRADEABLE_LOADER] as const;
  measure('initialise', world.initialise(), administrator, [own('config'), programData]);
  measure('register_node', world.registerNode(0), administrator, [own('node', u8(0))]);
  for (let index = 1; index < NODE_COUNT; index++) chain.must(world.registerNode(index), administrator);
  measure('register_node, again', world.registerNode(0), administrator);
  measure(`change_registry, ${NODE_COUNT} set`, world.changeRegistry({ changes: world.sets(NODE_COUNT) }), administrator, [
    own('registry', u64(1n)),
  ]);
  const replacement = world.changeRegistry({ version: 1n, changes: [world.set(0), { op: 'remove', index: 5 }] });
  measure('change_registry, 1 set and 1 removed of 13', replacement, administrator, [own('registry', u64(2n))]);
  measure('register_gateway', world.registerGateway(gatewayAuthority), administrator, [
    own('gateway', gatewayAuthority.publicKey.toBytes()),
  ]);
  chain.must(world.registerGateway(otherGatewayAuthority), administrator);
  measure('open_subscription', world.openSubscription({}), owner, [own('subscription', owner.publicKey.toBytes()), treasury]);
  measure('renew_subscription', world.renewSubscription({}), owner, [treasury]);
  measure('upgrade_subscription', world.upgradeSubscription({}), owner, [treasury]);
  measure('pause_subscription', world.pause(), owner);
  chain.now = START + WINDOW;
  measure('resume_subscription', world.resume(), owner);
  measure('change_subscription_gateway', world.changeSubscriptionGateway(otherGatewayAuthority), owner);
  measure('confirm_subscription_gateway', world.confirmSubscriptionGateway(gatewayAuthority), gatewayAuthority);
  measure('set_gateway_status', world.setGatewayStatus('inactive'), administrator);
  measure('withdraw_treasury', world.withdrawTreasury({ to: stranger.publicKey }), administrator, [treasury]);
  measure('update_config', world.updateConfig({}), administrator);
  const successor = namedKeypair('successor');
  chain.fund(successor.publicKey);
  measure('propose_authority', world.proposeAuthority(successor.publicKey), administrator);
  measure('accept_authority', world.acceptAuthority(successor.publicKey), successor);
  return measurements;
}
