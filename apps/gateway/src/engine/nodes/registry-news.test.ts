import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { createRegistryNews } from './registry-news.js';

function version(number: bigint): RegistryAccount {
  return { version: number, redundancyBuffer: 1, minSigners: 2, active: 0, createdAt: 0n, acceptUntil: 0n, keys: [] };
}

function over(reads: readonly (bigint | Error)[]) {
  const left = [...reads];
  const asked: string[] = [];
  const read = (how: string): Promise<RegistryAccount> => {
    asked.push(how);
    const next = left.shift() ?? 1n;
    return typeof next === 'bigint' ? Promise.resolve(version(next)) : Promise.reject(next);
  };
  const ledger = {
    currentRegistry: (options?: { readonly refresh?: boolean }) => read(options?.refresh === true ? 'refresh' : 'cached'),
    readCurrentRegistry: () => read('anew'),
  };
  return { news: createRegistryNews({ ledger }), asked };
}

describe('news of the registry', () => {
  it('what a node says has the ledger read, past the cache, and nothing else; a ledger that is down is no matter', () => {
    const { news, asked } = over([new Error('down')]);
    news.heard();
    expect(asked).toEqual(['refresh']);
  });

  it('a round gets the version after its own as soon as the ledger shows it', async () => {
    const { news, asked } = over([1n, 2n]);
    expect((await news.after(1n))?.version).toBe(2n);
    expect(asked).toEqual(['anew', 'anew']);
  });

  it('or its own again, when the ledger has no other after three reads', async () => {
    const { news, asked } = over([]);
    expect((await news.after(1n))?.version).toBe(1n);
    expect(asked).toHaveLength(3);
  });

  it('or none, when the ledger cannot be read', async () => {
    expect(await over([new Error('down')]).news.after(1n)).toBeNull();
  });
});
