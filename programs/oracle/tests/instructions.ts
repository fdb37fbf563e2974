/** The independent builders: the instruction table of docs/protocol.md by hand, data and accounts in order. */
import type { TransactionInstruction } from '@solana/web3.js';

import { administrationSamples } from './instructions/administration.js';
import { attestationSamples } from './instructions/attestations.js';
import { escrowSamples } from './instructions/escrows.js';
import { registrySamples } from './instructions/registry.js';
import type { SampleSource } from './instructions/sample-source.js';
import { subscriptionSamples } from './instructions/subscriptions.js';

export * from './instructions/administration.js';
export * from './instructions/attestations.js';
export * from './instructions/escrows.js';
export { withAccount, withData } from './instructions/instruction.js';
export * from './instructions/registry.js';
export * from './instructions/subscriptions.js';

/** One instruction of every kind, as the other tests send it. */
export function samplesOf(source: SampleSource): readonly TransactionInstruction[] {
  const areas = [administrationSamples, registrySamples, subscriptionSamples, attestationSamples, escrowSamples];
  return areas.flatMap((samples) => samples(source));
}
