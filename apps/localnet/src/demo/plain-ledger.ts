import { formatAddress, type Address } from '@oracle-gateway/protocol';

import { DemoFailure } from './demo-failure.js';

const TIMEOUT_MS = 5_000;

/** Reads accounts with nothing but `fetch`, as anybody can: the demo's verification takes nobody's word, this project's clients' included. */
export interface PlainLedger {
  /** Throws DemoFailure when there is no such account of the program. */
  read<T>(what: string, address: Address, decode: (data: Uint8Array) => T): Promise<T>;
}

export function createPlainLedger(rpcUrl: string, programId: Address): PlainLedger {
  const program = formatAddress(programId);
  return {
    async read(what, address, decode) {
      const parameters = [formatAddress(address), { encoding: 'base64', commitment: 'confirmed' }];
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: parameters }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const data = accountData(await response.json(), program);
      if (data === undefined) throw new DemoFailure(`the ledger has no ${what} at ${formatAddress(address)}`);
      return decode(data);
    },
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Object.getOwnPropertyDescriptor(value, name)?.value as unknown) : undefined;
}

function accountData(answer: unknown, program: string): Uint8Array | undefined {
  const account = memberOf(memberOf(answer, 'result'), 'value');
  const data = memberOf(account, 'data');
  if (memberOf(account, 'owner') !== program || !Array.isArray(data) || typeof data[0] !== 'string') return undefined;
  return new Uint8Array(Buffer.from(data[0], 'base64'));
}
