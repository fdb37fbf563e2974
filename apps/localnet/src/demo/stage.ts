import { createHttpClient, type HttpClient } from '@oracle-gateway/gateway-api';
import { parseAddress, type Address } from '@oracle-gateway/protocol';

import type { World } from '../world/world.js';
import { createPlainLedger, type PlainLedger } from './plain-ledger.js';

const TIMEOUT_MS = 30_000;

/** Where the demo stands: what it drives, and how to reach it. */
export interface Stage {
  readonly world: World;
  readonly programId: Address;
  readonly client: HttpClient;
  readonly ledger: PlainLedger;
  readonly print: (text: string) => void;
}

export function setStage(world: World, print: (text: string) => void): Stage {
  const { gatewayUrl, rpcUrl } = world.manifest;
  const programId = parseAddress(world.manifest.programId);
  const client = createHttpClient({ baseUrl: gatewayUrl, fetch, timeoutMs: TIMEOUT_MS });
  return { world, programId, client, ledger: createPlainLedger(rpcUrl, programId), print };
}
