import { operations, type FlatRoundResult } from '@oracle-gateway/gateway-api';
import { configAddress, decodeConfig, decodeRegistry, registryAddress, type RegistryAccount } from '@oracle-gateway/protocol/accounts';

import { DemoFailure } from './demo-failure.js';
import { judgeAnswer } from './judge-answer.js';
import type { Judgement } from './judge-attestation.js';
import type { AskedPrice, PriceRound } from './price-round.js';
import type { Stage } from './stage.js';

export interface Served {
  readonly answer: FlatRoundResult;
  readonly roundId: string;
  readonly servedMs: number;
}

/** Throws DemoFailure for every answer but a result. */
export async function execute({ client }: Stage, round: PriceRound): Promise<Served> {
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

/** The registry version that the answer names, from the ledger. */
export async function readRegistryOf({ ledger, programId }: Stage, { answer }: Served): Promise<RegistryAccount> {
  return ledger.read('registry', registryAddress(programId, BigInt(answer.data.registryVersion)), decodeRegistry);
}

/** As `judgeAnswer`, with deployment and registry from the ledger. */
export async function judge(stage: Stage, round: AskedPrice, served: Served): Promise<Judgement> {
  const { ledger, programId } = stage;
  const { deploymentId } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  return judgeAnswer({ answer: served.answer, round, deploymentId, registry: await readRegistryOf(stage, served) });
}
