import { deriveDeploymentId } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { PROGRAM_ID } from '../tests/support/rounds.js';
import { assertDeployment, WrongDeploymentError } from './deployment.js';

const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

/** Only the member that is compared matters. */
const reader = (network: string): Parameters<typeof assertDeployment>[0] => ({
  config: () => Promise.resolve({ deploymentId: deriveDeploymentId({ programId: PROGRAM_ID, network }) } as never),
});

it('a program initialised for the configured network is accepted', async () => {
  await expect(assertDeployment(reader(NETWORK), { programId: PROGRAM_ID, network: NETWORK })).resolves.toBeUndefined();
});

it('a program initialised for another network is refused', async () => {
  await expect(assertDeployment(reader('solana:other'), { programId: PROGRAM_ID, network: NETWORK })).rejects.toThrow(WrongDeploymentError);
});
