import type { Keypair } from '@oracle-gateway/app-config';

/** The keys of this gateway: the one that it has, and the next one while they are exchanged. */
export type GatewayKeys = readonly [Keypair, ...Keypair[]];

/** Keys for calls to nodes. A node takes exactly one of them at a time: the authority that its view of the ledger has. */
export interface SigningKeys {
  /**
   * Asks a node with the key that it took last and, while it refuses, once with each other key: a refused request has had no effect. Answers
   * the last answer.
   */
  ask<Answer>(nodeIndex: number, ask: (key: Keypair) => Promise<Answer>, isRefused: (answer: Answer) => boolean): Promise<Answer>;
}

export function createSigningKeys(keys: GatewayKeys): SigningKeys {
  const taken = new Map<number, Keypair>();
  return {
    async ask(nodeIndex, ask, isRefused) {
      const first = taken.get(nodeIndex) ?? keys[0];
      let answer = await ask(first);
      for (const key of keys) {
        if (!isRefused(answer)) break;
        if (key === first) continue;
        answer = await ask(key);
        if (!isRefused(answer)) taken.set(nodeIndex, key);
      }
      return answer;
    },
  };
}
