import { createAgent } from '../../bench/world/agent.mjs';
import { createCaller, priceConfig } from '../../bench/world/caller.mjs';
import { parseAddress } from '../../packages/protocol/dist/index.js';
import { associatedTokenAddress, escrowAddress } from '../../packages/protocol/dist/accounts/index.js';

/** Offset of `state` in a token account. */
export const TOKEN_STATE_OFFSET = 108;
/** Lamports of the gateway's key between two drills. */
export const GATEWAY_KEY_LAMPORTS = 1_000_000_000_000n;
const FUNDED_ROUNDS = 100;

/**
 * Serves one round of a subscription; answers its id. Throws unless it is served.
 *
 * @param {{ manifest: any }} room
 * @param {{ source?: object, ageSeconds?: number }} [round]
 */
export async function serveRound({ manifest }, { source = priceConfig(manifest), ageSeconds = 0 } = {}) {
  const caller = createCaller({ manifest, keyName: 'subscriptionOwner' });
  try {
    const { status, text, roundId } = await caller.ask(caller.prepare(source, Math.floor(Date.now() / 1_000) - ageSeconds));
    if (status !== 200) throw new Error(`a round was answered ${status}: ${text}`);
    return roundId;
  } finally {
    await caller.close();
  }
}

/** Serves one round of an agent; answers its id. */
export async function serveAgentRound({ manifest }) {
  const agent = createAgent({ manifest, keyName: 'agentPayer' });
  try {
    await agent.payFor(FUNDED_ROUNDS);
    return await agent.ask(priceConfig(manifest));
  } finally {
    agent.close();
  }
}

/** The token account of that agent's escrow. */
export function escrowTokens({ manifest }) {
  const payer = Uint8Array.from(manifest.keys.agentPayer).slice(32);
  const escrow = escrowAddress(parseAddress(manifest.programId), payer, parseAddress(manifest.gatewayPda));
  return associatedTokenAddress(escrow, parseAddress(manifest.usdcMint));
}
