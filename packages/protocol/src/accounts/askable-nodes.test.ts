import { describe, expect, it } from 'vitest';
import { NO_OWNER } from '../feed-id.js';
import { askableNodes, formerNodes } from './askable-nodes.js';
import type { NodeAccount } from './node-account.js';
import type { RegistryAccount } from './registry-account.js';

function key(byte: number): Uint8Array {
  return new Uint8Array(64).fill(byte);
}
function account(index: number, endpoint: string, publicKey = key(index)): NodeAccount {
  return {
    index,
    publicKey,
    operator: NO_OWNER,
    encryptionKey: new Uint8Array(32),
    previousEncryptionKey: null,
    encryptionKeyChangedAt: 0n,
    registeredAt: 1n,
    endpoint,
    previousPublicKey: null,
    publicKeyChangedAt: 0n,
    previousEndpoint: '',
  };
}
const registry: RegistryAccount = {
  version: 3n,
  redundancyBuffer: 1,
  minSigners: 2,
  active: 2,
  createdAt: 1n,
  acceptUntil: 2n,
  keys: [key(0), null, key(2)],
};

describe('askableNodes', () => {
  it('names the nodes of the registry version in ascending order', () => {
    const accounts = [account(2, 'https://two.example'), account(0, 'http://10.0.0.1:7100/')];
    const nodes = askableNodes(registry, accounts);
    expect(nodes).toEqual([
      { index: 0, publicKey: key(0), origin: 'http://10.0.0.1:7100', encryptionKey: null },
      { index: 2, publicKey: key(2), origin: 'https://two.example', encryptionKey: null },
    ]);
  });

  it('names the encryption key of a node that has one: zeros name no key', () => {
    const encryptionKey = new Uint8Array(32).fill(7);
    const accounts = [{ ...account(0, 'https://zero.example'), encryptionKey }, account(2, 'https://two.example')];
    expect(askableNodes(registry, accounts).map((node) => node.encryptionKey)).toEqual([encryptionKey, null]);
  });

  it('leaves out a node whose account holds another key than the registry version: its endpoint is a stranger until it does', () => {
    const accounts = [account(0, 'https://zero.example', key(99)), account(2, 'https://two.example')];
    const nodes = askableNodes(registry, accounts);
    expect(nodes.map(({ index }) => index)).toEqual([2]);
  });

  it('names a replaced key with the endpoint that its account remembers, and with the encryption key of then', () => {
    const [present, before] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(6)];
    const replaced = {
      ...account(0, 'https://next.example', key(99)),
      encryptionKey: present,
      previousEncryptionKey: before,
      previousPublicKey: key(0),
      publicKeyChangedAt: 5n,
      previousEndpoint: 'https://zero.example',
    };
    const encryptionKeys = [4n, 5n, 6n].map((encryptionKeyChangedAt) => {
      const [node] = askableNodes(registry, [{ ...replaced, encryptionKeyChangedAt }]);
      expect(node).toMatchObject({ index: 0, publicKey: key(0), origin: 'https://zero.example' });
      return node?.encryptionKey;
    });
    expect(encryptionKeys).toEqual([present, before, null]);
    expect(formerNodes(registry, [replaced, account(2, '')], new Map())).toEqual([]);
  });

  it('leaves out a removed node, one the version does not know, and one without a usable endpoint', () => {
    const accounts = [account(0, ''), account(1, 'https://one.example'), account(7, 'https://seven.example')];
    expect(askableNodes(registry, accounts)).toEqual([]);
  });
});

describe('formerNodes', () => {
  const former = (index: number, origin: string) => ({ index, publicKey: key(index), origin, encryptionKey: null, isFormer: true });

  it('names no node whose key its account holds, whatever its endpoint is', () => {
    const accounts = [account(0, 'https://zero.example'), account(2, '')];
    expect(formerNodes(registry, accounts, new Map([[2, 'https://two.example']]))).toEqual([]);
  });

  it('names for a key without account the endpoint of its place and the last one known of it', () => {
    const accounts = [account(0, 'https://new.example', key(99)), account(2, 'https://two.example')];
    const last = new Map([[0, 'https://old.example:7100']]);
    expect(formerNodes(registry, accounts, last)).toEqual([former(0, 'https://new.example'), former(0, 'https://old.example:7100')]);
  });

  it('names the encryption key of the place alone: what the earlier one was is not known', () => {
    const encryptionKey = new Uint8Array(32).fill(7);
    const accounts = [{ ...account(0, 'https://new.example', key(99)), encryptionKey }, account(2, '')];
    const nodes = formerNodes(registry, accounts, new Map([[0, 'https://old.example']]));
    expect(nodes.map((node) => node.encryptionKey)).toEqual([encryptionKey, null]);
  });

  it('names an endpoint once, and none that is not usable', () => {
    const accounts = [account(0, 'https://zero.example/', key(99)), account(2, 'ftp://two.example', key(98))];
    const last = new Map([
      [0, 'https://zero.example'],
      [2, 'nonsense'],
      [5, 'https://five.example'],
    ]);
    expect(formerNodes(registry, accounts, last)).toEqual([former(0, 'https://zero.example')]);
  });

  it('names the last endpoint known where the place has no account', () => {
    expect(formerNodes(registry, [], new Map([[2, 'https://two.example']]))).toEqual([former(2, 'https://two.example')]);
  });
});

describe('the origin of an endpoint', () => {
  it.each([
    ['https://node.example', 'https://node.example'],
    ['http://[::1]:7100/', 'http://[::1]:7100'],
    ['https://node.example/base', null],
    ['https://node.example/?a=1', null],
    ['https://user:pass@node.example', null],
    ['ftp://node.example', null],
    ['file:///etc/passwd', null],
    ['node.example', null],
    ['', null],
  ])('%s → %s', (endpoint, origin) => {
    expect(askableNodes(registry, [account(0, endpoint)]).map((node) => node.origin)).toEqual(origin === null ? [] : [origin]);
  });
});
