import { PublicKey, type Keypair, type TransactionInstruction } from '@solana/web3.js';

import { concat, u64, u8 } from '../tests/bytes.js';
import { namedKeypair } from '../tests/chain.js';
import {
  administrator,
  configAddress,
  DAY,
  delegate,
  gatewayAuthority,
  mint,
  otherGatewayAuthority,
  owner,
  programId,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from '../tests/deployment.js';
import { UPGRADEABLE_LOADER } from '../tests/loader.js';
import { keccak } from '../tests/signer.js';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../tests/token.js';
import {
  deployedWorld,
  feedSeeds,
  receiptAddress,
  receiptSeeds,
  worldInUse,
  worldWithDelegate,
  type Round,
  type World,
} from '../tests/world.js';

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

/** Compute units of one settlement for a delegate. */
export function measureDelegatesSettlement(program: Uint8Array): number {
  const world = worldWithDelegate(program);
  return world.chain.must(world.settle(roundOfLargestBump(world, { delegate: delegate.publicKey })), gatewayAuthority);
}

/** Compute units of a feed's life. */
export function measureFeed(program: Uint8Array): Measurement[] {
  const world = worldInUse(program);
  const text = concat('{"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}');
  const round = world.round({ apiConfigHash: keccak(text), timestampSeconds: START - 2n });
  const submit = (timestampMs: bigint, claimed = {}) => world.chain.must(world.submit(round, { timestampMs, ...claimed }), stranger);
  return [
    { name: 'submit, 3 signers, new feed', computeUnits: submit(1n) - unitsOfBumps([[feedSeeds(round), programId]]) },
    { name: 'submit, 3 signers', computeUnits: submit(2n) },
    { name: `submit, 3 signers, with ${text.length} bytes of text`, computeUnits: submit(3n, { text }) },
  ];
}

/** Compute units of every other instruction, in a life that uses each once. */
export function measureOthers(program: Uint8Array): Measurement[] {
  const world = deployedWorld(program);
  const { chain } = world;
  const measurements: Measurement[] = [];
  const measure = (name: string, instruction: TransactionInstruction, signer: Keypair, found: Parameters<typeof unitsOfBumps>[0] = []) =>
    measurements.push({ name, computeUnits: chain.must(instruction, signer) - unitsOfBumps(found) });
  const own = (...seeds: readonly (string | Uint8Array)[]) => [seeds.map((seed) => concat(seed)), programId] as const;
  const treasury = [[configAddress.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()], ASSOCIATED_TOKEN_PROGRAM] as const;
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
  measure('add_delegate', world.addDelegate(), owner, [
    own('delegate', subscriptionAddress(owner.publicKey).toBytes(), delegate.publicKey.toBytes()),
  ]);
  measure('bound_delegate', world.boundDelegate({ rounds: 1n, expiresAt: START + 1n }), owner);
  measure('revoke_delegate', world.revokeDelegate(), owner);
  chain.now = START + DAY;
  measure('close_delegate', world.closeDelegate(), owner);
  chain.now = START;
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
