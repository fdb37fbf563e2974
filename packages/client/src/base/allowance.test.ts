import { ed25519 } from '@noble/curves/ed25519.js';
import { agentRoundPrice, parseApiConfig } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { CONFIG, draftOf, fakeIo, refusal } from '../../tests/fake-io.js';
import { agent } from '../accounts/agent.js';
import { keypairSigner } from './signer.js';

const seed = new Uint8Array(32).fill(3);
const keys = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const source = parseApiConfig(vector.apiConfig);
const draft = draftOf(sourceSubject(source), 2);
const PRICE = agentRoundPrice(CONFIG.prices, { signaturesRequired: draft.quorum, units: 1 });

function open({ refuse = false } = {}) {
  const [taken, signed]: [bigint[], Uint8Array[]] = [[], []];
  const signer = {
    address: keys.address,
    sign(message: Uint8Array) {
      signed.push(message);
      return keys.sign(message);
    },
  };
  const account = agent({
    signer,
    maxAmount: 10n * PRICE,
    allowance: {
      take(amount) {
        if (refuse) return Promise.reject(new Error('used up'));
        taken.push(amount);
        return Promise.resolve();
      },
    },
  });
  return { account, taken, signed };
}

describe('an allowance', () => {
  it('ends the round before anything is signed where it refuses', async () => {
    const { account, signed } = open({ refuse: true });
    const io = fakeIo(() => refusal('internal'));
    await expect(account.earn(draft, io)).rejects.toThrow('used up');
    expect([signed, io.asked]).toEqual([[], []]);
  });

  it('keeps the price of a round that the gateway refuses', async () => {
    const { account, taken } = open();
    await expect(
      account.earn(
        draft,
        fakeIo(() => refusal('source_not_public')),
      ),
    ).rejects.toThrow();
    expect(taken).toEqual([PRICE]);
  });

  it('pays once for a second, and again for another one', async () => {
    const { account, taken } = open();
    const said = [refusal('at_capacity', { status: 503 }), refusal('duplicate_round', { status: 409 }), refusal('source_not_public')];
    const io = fakeIo((_request, asked) => said[asked - 1]!);
    await expect(account.earn(draft, io)).rejects.toThrow('source_not_public');
    expect(io.asked).toHaveLength(3);
    expect(taken).toEqual([PRICE, PRICE]);
  });
});
