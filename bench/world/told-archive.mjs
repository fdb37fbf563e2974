import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { base58 } from '@scure/base';

/** Devnet's: its first characters name the network. */
const GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const NEWEST_FIRST = 1_000;

/**
 * An archive of transactions that a bench has made up: a JSON-RPC server that tells them. Slots are seconds.
 *
 * @param {{ accounts: Readonly<Record<string, { owner: string, data: Uint8Array }>> }} input accounts that it also has, by their addresses
 */
export async function startToldArchive({ accounts }) {
  /** Answers as JSON, by signature; and the signatures that name an account, the oldest first. */
  const answers = new Map();
  const named = new Map();
  let lastSecond = 0;
  const calls = {
    getGenesisHash: () => GENESIS_HASH,
    getFirstAvailableBlock: () => 0,
    getBlockTime: ([slot]) => slot,
    getSlot: () => lastSecond,
    getSignaturesForAddress([address, { limit, before }]) {
      const all = named.get(address) ?? [];
      const end = before === undefined ? all.length : all.findIndex(({ signature }) => signature === before);
      return all.slice(Math.max(0, end - Math.min(limit, NEWEST_FIRST)), end).reverse();
    },
    getAccountInfo: ([address]) => ({ context: { slot: lastSecond }, value: accountOf(accounts[address]) }),
    getMultipleAccounts: ([addresses]) => ({
      context: { slot: lastSecond },
      value: addresses.map((address) => accountOf(accounts[address])),
    }),
  };
  const server = createServer(async (request, response) => {
    const { id, method, params = [] } = JSON.parse(await text(request));
    const result = method === 'getTransaction' ? (answers.get(params[0]) ?? 'null') : JSON.stringify(calls[method]?.(params) ?? null);
    response.setHeader('content-type', 'application/json').end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /**
     * A transaction that landed in a second.
     *
     * @param {{ signature: string, second: number, instructions: readonly any[], balances: readonly { account: string, owner: string, before: bigint, after: bigint }[] }} landed
     */
    land({ signature, second, instructions, balances }) {
      const addresses = instructions.flatMap(({ programId, accounts: used }) => [
        ...used.map(({ address }) => base58.encode(address)),
        base58.encode(programId),
      ]);
      const keys = [...new Set([...addresses, ...balances.map(({ account }) => account)])];
      const place = new Map(keys.map((key, index) => [key, index]));
      const tokens = (of) =>
        balances.map((balance) => ({
          ...{ accountIndex: place.get(balance.account), mint: keys[0], owner: balance.owner },
          uiTokenAmount: { amount: String(of(balance)) },
        }));
      const message = {
        accountKeys: keys,
        instructions: instructions.map(({ programId, accounts: used, data }) => ({
          programIdIndex: place.get(base58.encode(programId)),
          accounts: used.map(({ address }) => place.get(base58.encode(address))),
          data: base58.encode(data),
        })),
      };
      const meta = {
        ...{ err: null, innerInstructions: [] },
        preTokenBalances: tokens(({ before }) => before),
        postTokenBalances: tokens(({ after }) => after),
      };
      answers.set(signature, JSON.stringify({ slot: second, blockTime: second, meta, transaction: { signatures: [signature], message } }));
      for (const key of keys) {
        if (!named.has(key)) named.set(key, []);
        named.get(key).push({ signature, slot: second, blockTime: second, memo: null, err: null, confirmationStatus: 'finalized' });
      }
      lastSecond = second;
    },
    /** Number of transactions. */
    count: () => answers.size,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function accountOf(account) {
  if (account === undefined) return null;
  const { owner, data } = account;
  return {
    owner,
    data: [Buffer.from(data).toString('base64'), 'base64'],
    lamports: 1_000_000,
    executable: false,
    rentEpoch: 0,
    space: data.length,
  };
}
