/** Measurements, freed of the luck of addresses. */
import { PublicKey } from '@solana/web3.js';

import { mint } from '../tests/deployment.js';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../tests/token.js';

/** Nodes in the registry that other instructions are measured against. */
export const NODE_COUNT = 13;

export interface Measurement {
  readonly name: string;
  readonly computeUnits: number;
  readonly dataBytes: number;
}

/** Compute units of finding an address, for every bump above its own. */
const UNITS_PER_BUMP = 1_500;
const LARGEST_BUMP = 255;

/** An address that an instruction finds. */
export type Found = readonly [seeds: readonly Uint8Array[], of: PublicKey];

/** The bumps of an instruction's addresses are luck; this is what they cost. */
export function unitsOfBumps(addresses: readonly Found[]): number {
  return addresses.reduce(
    (units, [seeds, of]) => units + UNITS_PER_BUMP * (LARGEST_BUMP - PublicKey.findProgramAddressSync([...seeds], of)[1]),
    0,
  );
}

/** Seeds of the token account that the escrow, or the treasury, has its money in. */
export function tokensOf(of: PublicKey): Found {
  return [[of.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()], ASSOCIATED_TOKEN_PROGRAM];
}
