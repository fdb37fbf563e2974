import { deriveDeploymentId, toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { DeploymentMismatchError, requireDeployment } from './require-deployment.js';

const programId = toAddress(new Uint8Array(32).fill(1));
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const onLedger = { deploymentId: deriveDeploymentId({ programId, network }) };

it('the deployment on the ledger is that of the configured program and network', () => {
  expect(() => requireDeployment(onLedger, { programId, network })).not.toThrow();
});

it.each([
  ['network', { programId, network: 'solana:other' }],
  ['program', { programId: toAddress(new Uint8Array(32).fill(2)), network }],
])('a deployment of another %s is refused', (_, configured) => {
  expect(() => requireDeployment(onLedger, configured)).toThrow(DeploymentMismatchError);
});
