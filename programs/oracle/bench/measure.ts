import { namedKeypair } from '../tests/chain.js';
import { administrator, gatewayAuthority, otherGatewayAuthority, owner, START, stranger, WINDOW } from '../tests/deployment.js';
import { deployedWorld, receiptAddress, worldInUse } from '../tests/world.js';

/** Nodes in the registry that settlements are measured against. */
export const NODE_COUNT = 13;

export interface Measurement {
  readonly name: string;
  readonly computeUnits: number;
}

/** Compute units of one `settle_round` for 1 to 13 signers. */
export function measureSettleRound(program: Uint8Array): number[] {
  const original = worldInUse(program, { nodeCount: NODE_COUNT, maxSignatures: NODE_COUNT, minSigners: 1, redundancyBuffer: 0 });
  return Array.from({ length: NODE_COUNT }, (_, index) => {
    const world = original.fork();
    const signers = Array.from({ length: index + 1 }, (_unused, node) => node);
    const round = world.round({ signaturesRequired: signers.length, signers });
    return world.chain.must(world.settle(round), gatewayAuthority);
  });
}

/** Compute units of one settlement whose receipt address holds lamports already. */
export function measureDustedSettlement(program: Uint8Array): number {
  const world = worldInUse(program);
  const round = world.round();
  world.chain.dust(receiptAddress(round), 1n);
  return world.chain.must(world.settle(round), gatewayAuthority);
}

/** Compute units of every other instruction, in a life that uses each once. */
export function measureOthers(program: Uint8Array): Measurement[] {
  const world = deployedWorld(program);
  const { chain } = world;
  const measurements: Measurement[] = [];
  const measure = (name: string, ...args: Parameters<typeof chain.must>) => measurements.push({ name, computeUnits: chain.must(...args) });
  measure('initialise', world.initialise(), administrator);
  measure('register_node', world.registerNode(0), administrator);
  for (let index = 1; index < NODE_COUNT; index++) chain.must(world.registerNode(index), administrator);
  measure('register_node, again', world.registerNode(0), administrator);
  measure(`change_registry, ${NODE_COUNT} set`, world.changeRegistry({ changes: world.sets(NODE_COUNT) }), administrator);
  const replacement = world.changeRegistry({ version: 1n, changes: [world.set(0), { op: 'remove', index: 5 }] });
  measure('change_registry, 1 set and 1 removed of 13', replacement, administrator);
  measure('register_gateway', world.registerGateway(gatewayAuthority), administrator);
  chain.must(world.registerGateway(otherGatewayAuthority), administrator);
  measure('open_subscription', world.openSubscription({}), owner);
  measure('renew_subscription', world.renewSubscription({}), owner);
  measure('upgrade_subscription', world.upgradeSubscription({}), owner);
  measure('pause_subscription', world.pause(), owner);
  chain.now = START + WINDOW;
  measure('resume_subscription', world.resume(), owner);
  measure('change_subscription_gateway', world.changeSubscriptionGateway(otherGatewayAuthority), owner);
  measure('confirm_subscription_gateway', world.confirmSubscriptionGateway(gatewayAuthority), gatewayAuthority);
  measure('set_gateway_status', world.setGatewayStatus('inactive'), administrator);
  measure('withdraw_treasury', world.withdrawTreasury({ to: stranger.publicKey }), administrator);
  measure('update_config', world.updateConfig({}), administrator);
  const successor = namedKeypair('successor');
  chain.fund(successor.publicKey);
  measure('propose_authority', world.proposeAuthority(successor.publicKey), administrator);
  measure('accept_authority', world.acceptAuthority(successor.publicKey), successor);
  return measurements;
}
