import { MAX_SOURCES } from './form.js';

const U64_MAX = 2n ** 64n - 1n;

/** Prices of an agent round in Config, atomic units. */
export interface AgentPrices {
  readonly agentRoundBase: bigint;
  readonly agentRoundPerSig: bigint;
}

/** Prices of a round on the pay-per-request path in Config, atomic units. */
export interface X402Prices {
  readonly x402RoundBase: bigint;
  readonly rewardPerSignature: bigint;
}

/** A price leaves what the ledger can name: 64 bits of atomic units. */
export class PriceOverflowError extends Error {
  override readonly name = 'PriceOverflowError';
  constructor(readonly path: 'agent' | 'x402') {
    super(`the price of a round on the ${path} path must be below 2^64 atomic units`);
  }
}

/**
 * Atomic units that an agent's escrow pays for a round: agent_round_base + units × signatures_required × agent_round_per_sig
 * (docs/protocol.md#price-of-a-round). `units` is the number of sources.
 * @throws PriceOverflowError
 * @throws RangeError unless the quorum is an integer from 0 to 255, and there are 1 to 32 units
 */
export function agentRoundPrice(prices: AgentPrices, terms: { signaturesRequired: number; units: number }): bigint {
  const signatures = unitCount(terms.units) * smallCount('signaturesRequired', terms.signaturesRequired);
  return withinU64('agent', prices.agentRoundBase + signatures * prices.agentRoundPerSig);
}

/**
 * Atomic units that a round of the pay-per-request path costs: x402_round_base + units × (signatures_required + redundancy_buffer) ×
 * reward_per_signature (docs/protocol.md#price-of-a-round). `units` is the number of sources. The number of nodes does not cap the sum.
 * @throws PriceOverflowError
 * @throws RangeError unless quorum and buffer are integers from 0 to 255, and there are 1 to 32 units
 */
export function x402RoundPrice(prices: X402Prices, terms: { signaturesRequired: number; redundancyBuffer: number; units: number }): bigint {
  const { signaturesRequired, redundancyBuffer, units } = terms;
  const paidNodes = smallCount('signaturesRequired', signaturesRequired) + smallCount('redundancyBuffer', redundancyBuffer);
  return withinU64('x402', prices.x402RoundBase + unitCount(units) * paidNodes * prices.rewardPerSignature);
}

function smallCount(name: string, value: number): bigint {
  if (!Number.isInteger(value) || value < 0 || value > 255) throw new RangeError(`${name} must be an integer from 0 to 255`);
  return BigInt(value);
}

function unitCount(units: number): bigint {
  if (!Number.isInteger(units) || units < 1 || units > MAX_SOURCES)
    throw new RangeError(`units must be an integer from 1 to ${MAX_SOURCES}`);
  return BigInt(units);
}

function withinU64(path: 'agent' | 'x402', price: bigint): bigint {
  if (price > U64_MAX) throw new PriceOverflowError(path);
  return price;
}
