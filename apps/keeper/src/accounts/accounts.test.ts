import { type Account, type AccountIo, type EarnedRound, keypairSigner, type RoundDraft } from '@oracle-gateway/client';
import { formatAddress, NO_OWNER, type Form, formOfIndex, SOURCE_FORM } from '@oracle-gateway/protocol';
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { counted } from './counted.js';
import { ACCOUNT_KIND_NAMES, KEEPER_ACCOUNT_KINDS } from './index.js';

function newKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return Uint8Array.from([...seed, ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

describe('an account', () => {
  const secretKey = newKey();
  const signer = keypairSigner(secretKey);
  const input = {
    ...{ signer, secretKey, maxAmount: 10_000n, subscriptionOwner: signer.address, rpcUrl: 'https://rpc.example' },
    allowance: { take: () => Promise.resolve() },
  };

  it.each(ACCOUNT_KIND_NAMES)('of kind %s is opened, and its feeds have their owner', async (name) => {
    const { feedOwner } = await KEEPER_ACCOUNT_KINDS[name].open(input);
    expect([signer.address, formatAddress(NO_OWNER)]).toContain(feedOwner);
    expect(feedOwner === signer.address).toBe(name !== 'x402');
  });

  it.each(ACCOUNT_KIND_NAMES)('of kind %s is not opened without what it needs', async (name) => {
    const kind = KEEPER_ACCOUNT_KINDS[name];
    const opening = async (): Promise<Account> => kind.open({ ...input, maxAmount: null, subscriptionOwner: null });
    if (kind.needs.length > 0) await expect(opening()).rejects.toThrow('is absent');
    else await expect(opening()).resolves.toMatchObject({ feedOwner: signer.address });
  });
});

it.each<[bigint, string, Form]>([
  [1n, 'a source', SOURCE_FORM],
  [4n, 'an index of four sources', formOfIndex(4)],
])(
  'a round of a subscription counts as %d for %s before it is asked for, and is not where the limit is reached',
  async (units, _of, form) => {
    const order: string[] = [];
    const account: Account = {
      feedOwner: 'owner',
      earn: () => {
        order.push('earned');
        return Promise.reject<EarnedRound>(new Error('failed'));
      },
    };
    const take = (amount: bigint): Promise<void> => {
      order.push(`took ${amount}`);
      return order.length > 2 ? Promise.reject(new Error('limit')) : Promise.resolve();
    };
    // Nothing else of them is read.
    const earn = (): Promise<unknown> => counted(account, { take }).earn({ subject: { form } } as RoundDraft, {} as AccountIo);
    await expect(earn()).rejects.toThrow('failed');
    await expect(earn()).rejects.toThrow('limit');
    expect(order).toEqual([`took ${units}`, 'earned', `took ${units}`]);
  },
);
