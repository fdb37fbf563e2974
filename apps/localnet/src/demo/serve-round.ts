import { operations, type FlatRoundResult } from '@oracle-gateway/gateway-api';
import { configAddress, decodeConfig, decodeRegistry, registryAddress, type RegistryAccount } from '@oracle-gateway/protocol/accounts';

import { DemoFailure } from './demo-failure.js';
import { verifyAnswer } from './verify-answer.js';
import type { CheckedAttestation } from './check-attestation.js';
import type { AskedPrice, PriceRound } from './price-round.js';
import type { DemoContext } from './demo-context.js';

export interface Served {
  readonly answer: FlatRoundResult;
  readonly roundId: string;
  readonly servedMs: number;
}

/** Throws DemoFailure unless the answer is a result. */
export async function execute({ client }: DemoContext, round: PriceRound): Promise<Served> {
  const startedAtMs = performance.now();
  const answer = await client.call(operations.executeRound, { body: round.request });
  const servedMs = performance.now() - startedAtMs;
  if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status}: ${answer.body.error}`);
  return { answer: answer.body, roundId: roundIdIn(answer.headers), servedMs };
}

/** Throws DemoFailure. */
export function roundIdIn(headers: Headers): string {
  const roundId = headers.get('x-round-id');
  if (roundId === null) throw new DemoFailure('the answer names no round id');
  return roundId;
}

/** Reads the registry version of the answer from the ledger. */
export async function readRegistryOf({ ledger, programId }: DemoContext, { answer }: Served): Promise<RegistryAccount> {
  return ledger.read('registry', registryAddress(programId, BigInt(answer.data.registryVersion)), decodeRegistry);
}

/** Runs `verifyAnswer` with deployment and registry from the ledger. */
export async function verifyServed(context: DemoContext, round: AskedPrice, served: Served): Promise<CheckedAttestation> {
  const { ledger, programId } = context;
  const { deploymentId } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  return verifyAnswer({ answer: served.answer, round, deploymentId, registry: await readRegistryOf(context, served) });
}
