import { GatewayError, OracleGatewayError, type Round } from '@oracle-gateway/client';
import type { ApiConfigBody } from '@oracle-gateway/gateway-api';
import { parseFlatRoundResult } from '@oracle-gateway/gateway-api/parsers';
import { configAddress, decodeConfig, decodeRegistry, registryAddress } from '@oracle-gateway/protocol/accounts';

import { askedPrice, type AskedPrice } from './asked-price.js';
import type { CheckedAttestation, LedgerKeys } from './check-attestation.js';
import type { DemoCaller, DemoContext } from './demo-context.js';
import { DemoFailure } from './demo-failure.js';
import { checkDemoAnswer } from './verify-answer.js';

export interface DemoQuestion {
  readonly source: ApiConfigBody;
  readonly quorum: number;
  /** Secrets by the names of the source's placeholders. */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface Served {
  readonly round: Round;
  readonly asked: AskedPrice;
  readonly checked: CheckedAttestation;
  readonly servedMs: number;
}

/** Asks by the client, which verifies the value. Then verifies it without the client, with keys that the demo reads. Throws DemoFailure. */
export async function serveDemoRound(context: DemoContext, { client, feedOwner }: DemoCaller, question: DemoQuestion): Promise<Served> {
  const { source, quorum, secrets } = question;
  const startedAtMs = performance.now();
  const round = await client.round(source, { quorum, ...(secrets === undefined ? {} : { secrets }) }).catch(failDemo);
  const servedMs = performance.now() - startedAtMs;
  const timestampSeconds = round.timestampMs / 1_000;
  const asked = askedPrice({ source, owner: feedOwner, signaturesRequired: quorum, timestampSeconds });
  const answer = parseFlatRoundResult(round.answer);
  const checked = checkDemoAnswer({ answer, round: asked, ...(await readKeys(context, round.registryVersion)) });
  return { round, asked, checked, servedMs };
}

/** Deployment and node keys, read without the client. */
export async function readKeys({ ledger, programId }: DemoContext, registryVersion: number): Promise<LedgerKeys> {
  const { deploymentId } = await ledger.read('protocol configuration', configAddress(programId), decodeConfig);
  const registry = await ledger.read('registry', registryAddress(programId, BigInt(registryVersion)), decodeRegistry);
  return { deploymentId, registry };
}

/** Throws the client's message about a failure as the demo's own. */
export function failDemo(error: unknown): never {
  if (error instanceof GatewayError) throw new DemoFailure(`the gateway answered ${error.status}: ${error.message}`, { cause: error });
  if (error instanceof OracleGatewayError) throw new DemoFailure(`the client says: ${error.message}`, { cause: error });
  throw error;
}
