import { setTimeout as delay } from 'node:timers/promises';

import { administer, carryOut, type Outcome } from '@oracle-gateway/admin';
import { instructions, signerFromSecretKey, type LedgerInstruction } from '@oracle-gateway/ledger';
import { canonicalApiConfig, type Address } from '@oracle-gateway/protocol';
import { aggregatePublicKeys, type Attestation } from '@oracle-gateway/schnorr';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';

import type { SecretKey } from '../world/keypair.js';
import { DemoFailure } from './demo-failure.js';
import type { Judgement } from './judge-attestation.js';
import type { PriceRound } from './price-round.js';

/** Whoever brings an attestation to its feed: anybody who can pay for the transaction. */
export interface AttestationBringer {
  readonly address: Address;
  /** Answers the transaction's signature. Throws DemoFailure when it was not carried out. */
  bring(attestation: Attestation): Promise<string>;
  /** The program's name of the error with which it would refuse; null when it would not. */
  refusalOf(attestation: Attestation): Promise<string | null>;
}

export interface AttestationBringerInput {
  readonly rpcUrl: string;
  readonly programId: Address;
  readonly key: SecretKey;
  readonly round: PriceRound;
  readonly judgement: Judgement;
  readonly registry: RegistryAccount;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** A limit far above what `submit` takes, so that the program has the last word. */
const COMPUTE_UNIT_LIMIT = 600_000;

/** A cluster's clock may be seconds behind the gateway's: what it calls early now it takes a little later. */
const MAX_TRIES = 30;
const BETWEEN_TRIES_MS = 1_000;

function isAhead(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.kind === 'program' && outcome.refusal.name === 'AttestationAhead';
}

/** With the source's canonical ApiConfig, so that the feed tells how its value is packed. */
export function createAttestationBringer(input: AttestationBringerInput): AttestationBringer {
  const { rpcUrl, programId, round, registry, wait = delay } = input;
  const signer = signerFromSecretKey(input.key);
  const ledger = administer({ programId, server: { rpcUrl }, signer });
  const signers = new Set(input.judgement.signers);
  const aggregateKey = aggregatePublicKeys(registry.keys.flatMap((key, index) => (key !== null && signers.has(index) ? [key] : [])));
  const submit = (attestation: Attestation): LedgerInstruction =>
    instructions.submit({
      ...attestation,
      programId,
      payer: signer.address,
      feedOwner: round.owner,
      timestampMs: BigInt(attestation.timestampMs),
      canonicalApiConfig: canonicalApiConfig(round.apiConfig),
      registryCount: registry.keys.length,
      keyForm: { form: 'sum', aggregateKey },
    });
  return {
    address: signer.address,
    async bring(attestation) {
      const parts = { effects: [], instructions: [submit(attestation)], creates: [], payment: null };
      for (let tries = 1; ; tries += 1) {
        const outcome = await carryOut(ledger, { kind: 'change', ...parts }, { computeUnitLimit: COMPUTE_UNIT_LIMIT });
        if (outcome.kind === 'done') return outcome.signature;
        if (!isAhead(outcome) || tries >= MAX_TRIES) throw new DemoFailure(`the attestation was not brought to its feed: ${outcome.kind}`);
        await wait(BETWEEN_TRIES_MS);
      }
    },
    async refusalOf(attestation) {
      // Another limit makes another transaction: the very one that was brought would be refused before the program sees it.
      const transaction = await ledger.sender.build([submit(attestation)], { computeUnitLimit: COMPUTE_UNIT_LIMIT + 1 });
      const simulation = await ledger.sender.simulate(transaction);
      if (simulation.ok) return null;
      return simulation.refusal.kind === 'program' ? simulation.refusal.name : simulation.refusal.error;
    },
  };
}
