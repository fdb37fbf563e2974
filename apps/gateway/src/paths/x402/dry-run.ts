import { x402RoundPrice } from '@oracle-gateway/protocol';
import type { PathPorts } from '../path-ports.js';
import type { PathDryRun } from '../pay-path.js';

/** A payer is known by its payment alone, so no key is one before it pays. */
export function createX402DryRun({ ledger }: PathPorts): PathDryRun {
  return {
    async price({ signaturesRequired, units, registry: { redundancyBuffer } }) {
      const amountAtomic = x402RoundPrice((await ledger.config()).prices, { signaturesRequired, redundancyBuffer, units });
      return amountAtomic === 0n ? null : amountAtomic;
    },
  };
}
