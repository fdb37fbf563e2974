import { BaseError, createPublicClient, http, type PublicClient } from 'viem';
import { TargetUnavailableError } from '../../feeds/check-errors.js';

/** RPC servers of one chain. One is asked at a time; the next one where it fails, and from then on. */
export interface EvmServers {
  /** Throws TargetUnavailableError where all servers fail. An error that `isAnswer` takes for an answer is thrown as it is. */
  ask<T>(work: (client: PublicClient) => Promise<T>, isAnswer?: (error: unknown) => boolean): Promise<T>;
  /** Turns to the next server: the present one is behind, or not to be believed. */
  turn(): void;
}

const TIMEOUT_MS = 5_000;

export function createEvmServers(input: {
  readonly target: string;
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  /** A server that takes longer for a call fails. */
  readonly timeoutMs?: number;
}): EvmServers {
  const { target, chainId, rpcUrls, timeoutMs: timeout = TIMEOUT_MS } = input;
  const clients = rpcUrls.map((url) => createPublicClient({ transport: http(url, { retryCount: 0, timeout }), cacheTime: 0 }));
  /** Servers whose chain id was seen. */
  const known = new Set<PublicClient>();
  let at = 0;

  async function requireChain(client: PublicClient): Promise<void> {
    if (known.has(client)) return;
    if ((await client.getChainId()) !== chainId) throw new Error('it is of another chain: correct chain_id or rpc_url');
    known.add(client);
  }

  return {
    async ask(work, isAnswer = () => false) {
      const first = at;
      let last: unknown;
      for (let asked = 0; asked < clients.length; asked += 1) {
        const place = (first + asked) % clients.length;
        const client = clients[place];
        if (client === undefined) break;
        try {
          await requireChain(client);
          return await work(client);
        } catch (error) {
          if (isAnswer(error)) throw error;
          // Calls at the same time turn away from it once.
          if (at === place) at = (place + 1) % clients.length;
          last = error;
        }
      }
      throw new TargetUnavailableError(target, `the RPC servers of the chain fail (${reasonOf(last)})`);
    },
    turn() {
      at = (at + 1) % clients.length;
    },
  };
}

/** The library's first words have no URL, which may carry an access key. Its whole message has. */
function reasonOf(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage.replaceAll('\n', ' ').slice(0, 200);
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown failure';
}
