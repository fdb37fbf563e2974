import { describe, expect, it } from 'vitest';
import { type Wallet, watchWallets } from './wallet-standard.js';

class DetailEvent extends Event {
  constructor(
    type: string,
    readonly detail: unknown,
  ) {
    super(type);
  }
}

interface Api {
  register(...wallets: readonly unknown[]): void;
}

function isApi(value: unknown): value is Api {
  return typeof value === 'object' && value !== null && 'register' in value;
}

const account = { address: '11111111111111111111111111111112' };
const GOOD = {
  name: 'Test',
  icon: 'data:image/png;base64,AA==',
  features: {
    'standard:connect': { connect: () => Promise.resolve({ accounts: [account] }) },
    'solana:signMessage': {
      signMessage: ({ message }: { readonly message: Uint8Array }) =>
        Promise.resolve([{ signedMessage: message, signature: new Uint8Array(64) }]),
    },
  },
};

function watch(): { readonly target: EventTarget; readonly seen: () => readonly Wallet[]; readonly stop: () => void } {
  const target = new EventTarget();
  let seen: readonly Wallet[] = [];
  const stop = watchWallets({ target, createEvent: (type, detail) => new DetailEvent(type, detail) }, (wallets) => {
    seen = wallets;
  });
  return { target, seen: () => seen, stop };
}

function announce(target: EventTarget, ...wallets: readonly unknown[]): void {
  target.dispatchEvent(new DetailEvent('wallet-standard:register-wallet', (api: Api) => api.register(...wallets)));
}

describe('watchWallets', () => {
  it('hears of a wallet that comes after the page, until it is stopped', () => {
    const { target, seen, stop } = watch();
    announce(target, GOOD);
    expect(seen().map(({ name }) => name)).toEqual(['Test']);
    stop();
    announce(target, { ...GOOD, name: 'Late' });
    expect(seen()).toHaveLength(1);
  });

  it('hears of a wallet that waits for the page', () => {
    const target = new EventTarget();
    let seen: readonly Wallet[] = [];
    target.addEventListener('wallet-standard:app-ready', (event) => {
      if (event instanceof DetailEvent && isApi(event.detail)) event.detail.register(GOOD);
    });
    watchWallets({ target, createEvent: (type, detail) => new DetailEvent(type, detail) }, (wallets) => {
      seen = wallets;
    });
    expect(seen).toHaveLength(1);
  });

  it('shows no wallet that cannot sign a text for Solana, and no icon from elsewhere', () => {
    const { target, seen } = watch();
    announce(target, null, {}, { ...GOOD, name: 'Other', features: { 'standard:connect': GOOD.features['standard:connect'] } });
    expect(seen()).toEqual([]);
    announce(target, { ...GOOD, icon: 'https://spy.example/icon.png' });
    expect(seen()[0]?.icon).toBe('');
  });

  it('signs with the key that the wallet shares', async () => {
    const { target, seen } = watch();
    announce(target, GOOD);
    const signer = await seen()[0]!.connect();
    expect(signer.address).toBe(account.address);
    expect(await signer.sign(new Uint8Array(3))).toEqual(new Uint8Array(64));
  });

  it('tells what a wallet does wrong', async () => {
    const { target, seen } = watch();
    const connect = { connect: () => Promise.resolve({ accounts: [] }) };
    const signMessage = { signMessage: () => Promise.resolve([{}]) };
    announce(
      target,
      { ...GOOD, name: 'A', features: { ...GOOD.features, 'standard:connect': connect } },
      { ...GOOD, name: 'B', features: { ...GOOD.features, 'solana:signMessage': signMessage } },
    );
    const [noKey, noSignature] = seen();
    await expect(noKey!.connect()).rejects.toThrow('shared no key');
    const signer = await noSignature!.connect();
    await expect(Promise.resolve(signer.sign(new Uint8Array(1)))).rejects.toThrow('without a signature');
  });

  it('signs transactions where the wallet can', async () => {
    const { target, seen } = watch();
    const signed = Uint8Array.of(1, 2, 3);
    const asked: unknown[] = [];
    const signTransaction = (input: unknown) => {
      asked.push(input);
      return Promise.resolve([{ signedTransaction: signed }]);
    };
    const features = { ...GOOD.features, 'solana:signTransaction': { signTransaction } };
    announce(target, GOOD, { ...GOOD, name: 'Can', features });
    const [texts, transactions] = await Promise.all(seen().map((wallet) => wallet.connect()));
    expect(texts!.signTransaction).toBeUndefined();
    expect(await transactions!.signTransaction!(Uint8Array.of(1))).toBe(signed);
    expect(asked).toEqual([{ account, transaction: Uint8Array.of(1) }]);
  });

  it('tells a wallet that answers without a transaction', async () => {
    const { target, seen } = watch();
    const features = { ...GOOD.features, 'solana:signTransaction': { signTransaction: () => Promise.resolve([]) } };
    announce(target, { ...GOOD, features });
    const key = await seen()[0]!.connect();
    await expect(key.signTransaction!(Uint8Array.of(1))).rejects.toThrow('without a transaction');
  });
});
