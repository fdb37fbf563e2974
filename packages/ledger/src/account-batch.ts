import { formatAddress, type Address } from '@oracle-gateway/protocol';

import { MAX_BATCH_ADDRESSES } from './batch-reader.js';
import { accountAnswer, accountAnswers, readWithSlot, type AccountAnswer } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** One account at `slot`; `null` where no account exists. */
export interface AccountAtSlot {
  readonly account: AccountAnswer | null;
  readonly slot: number;
}

interface Asked {
  readonly resolve: (read: AccountAtSlot) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads accounts. Reads of the same turn of the event loop share one call, and so one slot: servers charge by the call.
 * Each read decodes its own accounts. Throws LedgerUnavailableError.
 */
export function createAccountBatch(deps: {
  readonly rpc: RpcCall;
  readonly commitment: Commitment;
}): (address: Address) => Promise<AccountAtSlot> {
  let waiting = new Map<string, Asked[]>();

  const send = async (asked: ReadonlyMap<string, readonly Asked[]>): Promise<void> => {
    try {
      const { slot, accounts } = await readTogether([...asked.keys()], deps);
      [...asked.values()].forEach((askers, position) => {
        for (const { resolve } of askers) resolve({ account: accounts[position] ?? null, slot });
      });
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    }
  };

  const flush = (): void => {
    const asked = [...waiting];
    waiting = new Map();
    for (let start = 0; start < asked.length; start += MAX_BATCH_ADDRESSES) {
      void send(new Map(asked.slice(start, start + MAX_BATCH_ADDRESSES)));
    }
  };

  return (address) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(flush, 0);
      const key = formatAddress(address);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
    });
}

/** Reads the first bytes of one account, in a call of its own. Throws LedgerUnavailableError. */
export async function readBeginning(
  address: Address,
  { rpc, commitment, maxBytes }: { readonly rpc: RpcCall; readonly commitment: Commitment; readonly maxBytes: number },
): Promise<AccountAtSlot> {
  const method = 'getAccountInfo';
  const options = { encoding: 'base64', commitment, dataSlice: { offset: 0, length: maxBytes } };
  const { slot, value } = readWithSlot(await rpc(method, [formatAddress(address), options]), method, (answer) =>
    accountAnswer(answer, method),
  );
  return { account: value, slot };
}

async function readTogether(
  addresses: readonly string[],
  { rpc, commitment }: { readonly rpc: RpcCall; readonly commitment: Commitment },
): Promise<{ readonly slot: number; readonly accounts: readonly (AccountAnswer | null)[] }> {
  const options = { encoding: 'base64', commitment };
  const [only] = addresses;
  if (addresses.length === 1 && only !== undefined) {
    const method = 'getAccountInfo';
    const { slot, value } = readWithSlot(await rpc(method, [only, options]), method, (answer) => accountAnswer(answer, method));
    return { slot, accounts: [value] };
  }
  const method = 'getMultipleAccounts';
  const result = await rpc(method, [addresses, options]);
  const { slot, value } = readWithSlot(result, method, (answer) => accountAnswers(answer, method, addresses.length));
  return { slot, accounts: value };
}
