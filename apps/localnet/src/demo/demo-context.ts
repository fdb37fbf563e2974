import { createClient, type Account, type Client } from '@oracle-gateway/client';
import { parseAddress, type Address } from '@oracle-gateway/protocol';

import type { World } from '../world/world.js';
import { createPlainLedger, type PlainLedger } from './plain-ledger.js';

/** The client of one account. */
export interface DemoCaller {
  readonly client: Client;
  /** Owner of the account's feeds. */
  readonly feedOwner: Address;
}

/** The world that the demo drives, and what it needs to reach it. */
export interface DemoContext {
  readonly world: World;
  readonly programId: Address;
  /** Checks what the clients say. */
  readonly ledger: PlainLedger;
  readonly connect: (account: Account) => DemoCaller;
  readonly print: (text: string) => void;
}

export function openDemoContext(world: World, print: (text: string) => void): DemoContext {
  const { gatewayUrl: gateway, rpcUrl, programId, network } = world.manifest;
  const program = parseAddress(programId);
  return {
    world,
    programId: program,
    ledger: createPlainLedger(rpcUrl, program),
    connect: (account) => ({
      client: createClient({ gateway, ledger: { rpcUrl, programId, network }, account }),
      feedOwner: parseAddress(account.feedOwner),
    }),
    print,
  };
}
