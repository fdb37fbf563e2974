import { type DeploymentId, fromHex } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { decodeRegistry } from '@oracle-gateway/protocol/accounts';
import { replayRound } from '@oracle-gateway/schnorr';
import vectors from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { exampleEvidence } from './example-evidence.js';
import { EXAMPLE_DEPLOYMENT, EXAMPLE_SOURCE } from './example-rounds.js';

const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 20,
  maxAgeMs: 15_000,
  numeric: { type: 'int256', decimals: 2 },
} as const;

it('the example of evidence is that of a round that was signed so', () => {
  const round = {
    subject: sourceSubject({ ...EXAMPLE_SOURCE, aggregation }),
    deploymentId: fromHex(EXAMPLE_DEPLOYMENT, 32) as DeploymentId,
    registry: decodeRegistry(Buffer.from(vectors.registryAccount, 'base64')),
  };
  expect(replayRound({ ...round, evidence: exampleEvidence })).toEqual({ ok: true, missing: [4] });
  const later = { ...exampleEvidence, observedAtMs: exampleEvidence.observedAtMs + 1 };
  expect(replayRound({ ...round, evidence: later })).toEqual({ ok: false, reason: 'observation_signature' });
});
