import { setTimeout as delay } from 'node:timers/promises';

import { administer, carryOutChange, type Change, type ChangeOutcome } from '@oracle-gateway/admin';
import { instructions, signerFromSecretKey, type LedgerInstruction } from '@oracle-gateway/ledger';
import { canonicalApiConfig, type Address } from '@oracle-gateway/protocol';
import { aggregatePublicKeys, type Attestation } from '@oracle-gateway/schnorr';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

import type { SecretKey } from '../base/keypair.js';
import { DemoFailure } from './demo-failure.js';
import type { AskedPrice } from './asked-price.js';
import type { CheckedAttestation } from './check-attestation.js';

/** Submits an attestation to its feed. Any key that can pay for the transaction may do this. */
export interface AttestationSubmitter {
  readonly address: Address;
  /** Returns the transaction's signature. Throws DemoFailure if the transaction fails. */
  submit(attestation: Attestation): Promise<string>;
  /** The program's error name for this attestation; null if the program accepts it. */
  refusalOf(attestation: Attestation): Promise<string | null>;
}

export interface AttestationSubmitterInput {
  readonly rpcUrl: string;
  readonly programId: Address;
  readonly key: SecretKey;
  readonly asked: AskedPrice;
  readonly checked: CheckedAttestation;
  readonly registry: RegistryAccount;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Far above what `submit` uses, so that only the program can refuse it. */
const COMPUTE_UNIT_LIMIT = 600_000;

/** A cluster's clock can be seconds behind the gateway's. The submitter tries again until the cluster accepts the time. */
const MAX_TRIES = 30;
const BETWEEN_TRIES_MS = 1_000;

function isAhead(outcome: ChangeOutcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.kind === 'program' && outcome.refusal.name === 'AttestationAhead';
}

/** Shows the source's canonical ApiConfig in the same transaction, so that the feed records how its value is packed. */
export function createAttestationSubmitter(input: AttestationSubmitterInput): AttestationSubmitter {
  const { rpcUrl, programId, asked, registry, wait = delay } = input;
  const signer = signerFromSecretKey(input.key);
  const ledger = administer({ programId, server: { rpcUrl }, signer });
  const signers = new Set(input.checked.signers);
  const aggregateKey = aggregatePublicKeys(registry.keys.flatMap((key, index) => (key !== null && signers.has(index) ? [key] : [])));
  const instructionOf = (attestation: Attestation): LedgerInstruction =>
    instructions.submit({
      ...attestation,
      programId,
      payer: signer.address,
      feedOwner: asked.owner,
      timestampMs: BigInt(attestation.timestampMs),
      observedAtMs: BigInt(attestation.observedAtMs),
      registryCount: registry.keys.length,
      keyForm: { form: 'sum', aggregateKey },
    });
  const shown = instructions.showSource({
    programId,
    payer: signer.address,
    feedOwner: asked.owner,
    signaturesRequired: asked.signaturesRequired,
    text: new TextEncoder().encode(canonicalApiConfig(asked.apiConfig)),
  });
  return {
    address: signer.address,
    async submit(attestation) {
      const change: Change = { kind: 'change', effects: [], instructions: [shown, instructionOf(attestation)], creates: [], payment: null };
      for (let tries = 1; ; tries += 1) {
        const outcome = await carryOutChange(ledger, change, { computeUnitLimit: COMPUTE_UNIT_LIMIT });
        if (outcome.kind === 'done') return outcome.signature;
        if (!isAhead(outcome) || tries >= MAX_TRIES)
          throw new DemoFailure(`the attestation was not submitted to its feed: ${outcome.kind}`);
        await wait(BETWEEN_TRIES_MS);
      }
    },
    async refusalOf(attestation) {
      // Another limit makes another transaction. The cluster would refuse the same transaction before it reaches the program.
      const transaction = await ledger.sender.build([instructionOf(attestation)], { computeUnitLimit: COMPUTE_UNIT_LIMIT + 1 });
      const simulation = await ledger.sender.simulate(transaction);
      if (simulation.ok) return null;
      return simulation.refusal.kind === 'program' ? simulation.refusal.name : simulation.refusal.error;
    },
  };
}
