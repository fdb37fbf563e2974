import { submitComputeUnits } from '@oracle-gateway/ledger';
import type { KeptFeedSettings } from '../config/feed-settings.js';
import type { TargetSettings } from '../config/target-settings.js';
import { lamportsOf } from '../targets/solana/lamports.js';

/** Cost of one transaction of a feed on one target, in lamports or in gas. */
export interface WriteCost {
  readonly target: string;
  readonly unit: 'lamports' | 'gas';
  readonly least: bigint;
  readonly most: bigint;
  /** Highest priority fee in micro-lamports per compute unit; 0 on a chain with gas. */
  readonly capMicroLamports: bigint;
}

/** Measured by the gas tables of docs/evm.md, with room for other sources. */
const GAS = { write: 60_000n, perSigner: 700n, perFeed: 8_000n };

/** Cost of a transaction of a feed on each of its targets. */
export function writeCosts(targets: readonly TargetSettings[], { targets: names, quorum }: KeptFeedSettings): readonly WriteCost[] {
  return targets
    .filter(({ name }) => names.includes(name))
    .map((target): WriteCost => {
      switch (target.kind) {
        case 'solana': {
          const [units, capMicroLamports] = [submitComputeUnits(quorum), BigInt(target.priorityFee.capMicroLamports)];
          return {
            ...{ target: target.name, unit: 'lamports', capMicroLamports },
            ...{ least: lamportsOf(units, 0n), most: lamportsOf(units, capMicroLamports) },
          };
        }
        case 'evm': {
          const gas = listGas(quorum, 1);
          return { target: target.name, unit: 'gas', least: gas, most: gas, capMicroLamports: 0n };
        }
      }
    });
}

/** About the gas of one transaction that writes so many feeds. */
export function listGas(quorum: number, feeds: number): bigint {
  return GAS.write + GAS.perSigner * BigInt(quorum) + GAS.perFeed * BigInt(feeds - 1);
}

/** The sum of the most that transactions of a feed cost in a unit. */
export function mostOf(costs: readonly WriteCost[], unit: WriteCost['unit']): bigint {
  return costs.filter((cost) => cost.unit === unit).reduce((sum, { most }) => sum + most, 0n);
}
