import { createHttpClient, type HttpClient } from '@oracle-gateway/gateway-api';
import { parseAddress, type Address } from '@oracle-gateway/protocol';

import type { World } from '../world/world.js';
import { createPlainLedger, type PlainLedger } from './plain-ledger.js';

const TIMEOUT_MS = 30_000;

/** The world that the demo drives, and the clients to reach it. */
export interface DemoContext {
  readonly world: World;
  readonly programId: Address;
  readonly client: HttpClient;
  readonly ledger: PlainLedger;
  readonly print: (text: string) => void;
}

export function openDemoContext(world: World, print: (text: string) => void): DemoContext {
  const { gatewayUrl, rpcUrl } = world.manifest;
  const programId = parseAddress(world.manifest.programId);
  const client = createHttpClient({ baseUrl: gatewayUrl, fetch, timeoutMs: TIMEOUT_MS });
  return { world, programId, client, ledger: createPlainLedger(rpcUrl, programId), print };
}
