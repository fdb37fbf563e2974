import type { EncKeyBundle } from '@oracle-gateway/gateway-api';
import { type ApiConfig, toAddress } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import type { NodeAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import type { SealedSecrets } from '../engine/index.js';
import { sealedFor } from '../engine/testing.js';
import { createSubjectReader, readEncKeyBundle, requireEnvelopes } from './requested-subject.js';

const source: ApiConfig = { url: 'https://a.example/', method: 'GET', headers: { Authorization: '{{secret.key}}' } };
const bundle: EncKeyBundle = {
  ephemeralPub: 'AB'.repeat(32),
  nonceSym: `0x${'01'.repeat(12)}`,
  ciphertext: '02'.repeat(20),
  envelopes: { '0': '03'.repeat(48), '10': `0x${'0C'.repeat(48)}` },
};
const invalid = { code: 'invalid_request' };

function rules(...allowedSources: string[]) {
  return { member: 'apiConfig', bundleMember: 'encKeyBundle', allowedSources };
}

describe('readEncKeyBundle', () => {
  it('writes all bytes in the one spelling of the nodes', () => {
    const sealed = readEncKeyBundle(bundle, source, rules());
    expect(sealed).toEqual({
      ephemeralPub: `0x${'ab'.repeat(32)}`,
      nonceSym: `0x${'01'.repeat(12)}`,
      ciphertext: `0x${'02'.repeat(20)}`,
      envelopes: new Map([
        [0, `0x${'03'.repeat(48)}`],
        [10, `0x${'0c'.repeat(48)}`],
      ]),
    });
  });

  it('null is no bundle: right for a source without placeholders, refused with them', () => {
    expect(readEncKeyBundle(null, { url: source.url, method: 'GET' }, rules())).toBeNull();
    expect(() => readEncKeyBundle(null, source, rules())).toThrow(expect.objectContaining(invalid));
  });

  it('refuses secrets that would travel in clear, but to a host that the operator has named', () => {
    const clear = { ...source, url: 'http://127.0.0.1:7200/' };
    expect(() => readEncKeyBundle(bundle, clear, rules())).toThrow('must be https');
    expect(() => readEncKeyBundle(bundle, clear, rules('127.0.0.1:7201'))).toThrow('must be https');
    expect(readEncKeyBundle(bundle, clear, rules('127.0.0.1:7200'))).toBeDefined();
  });
});

describe('a body', () => {
  const post: ApiConfig = { url: 'https://a.example/', method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' };
  const read = (apiConfig: ApiConfig, ...allowedSources: string[]) =>
    createSubjectReader({ allowedSources, isSponsored: () => false }).read({ apiConfig }).subject.sources[0]?.apiConfig;

  it('goes to the ports of the web, and where the operator says so', () => {
    expect(read(post)).toEqual(post);
    expect(() => read({ ...post, url: 'https://a.example:8443/' })).toThrow('apiConfig.body: must go to port 80 or 443');
    const own = { ...post, url: 'http://127.0.0.1:7200/' };
    expect(() => read(own, '127.0.0.1:7200')).toThrow('apiConfig.body: must be absent');
    expect(read(own, '127.0.0.1:7200+body')).toEqual(own);
  });
});

describe('requireEnvelopes', () => {
  const key = (fill: number): Uint8Array => new Uint8Array(64).fill(fill);
  // Index 3 has a key, but its account holds that of another node: nothing may be sealed for it.
  const registry = { keys: [key(1), null, key(2), key(3)] } as unknown as RegistryAccount;
  const accounts = [
    { index: 0, publicKey: key(1) },
    { index: 2, publicKey: key(2) },
    { index: 3, publicKey: key(9) },
  ];
  const ledger = {
    nodes: () => Promise.resolve(accounts.map((account) => ({ ...account, operator: toAddress(new Uint8Array(32)) }) as NodeAccount)),
  };
  const judge = (...indices: number[]) => {
    const envelopes = new Map(indices.map((index) => [index, '0x00']));
    return requireEnvelopes({ subject: sourceSubject(source), sealed: [{ envelopes } as unknown as SealedSecrets] }, registry, { ledger });
  };

  it.each([[[0, 2]], [[2, 0, 3]]])('accepts %j', async (indices) => {
    await expect(judge(...indices)).resolves.toBeUndefined();
  });

  it.each([
    [[0], 'must hold one for node 2'],
    [[], 'must hold one for node 0'],
    [[0, 1, 2], 'must hold none for index 1, which has no node'],
    [[0, 2, 40], 'must hold none for index 40, which has no node'],
  ])('refuses %j', async (indices, rule) => {
    await expect(judge(...indices)).rejects.toThrow(`encKeyBundle.envelopes: ${rule}`);
  });

  it('of several sources names the place of the bundle', async () => {
    const subject = listSubject([source, { ...source, url: 'https://b.example/' }]);
    const sealed = [null, { envelopes: new Map([[0, '0x00']]) } as unknown as SealedSecrets];
    await expect(requireEnvelopes({ subject, sealed }, registry, { ledger })).rejects.toThrow(
      'encKeyBundles[1].envelopes: must hold one for node 2',
    );
  });
});

describe('sealedFor', () => {
  it("gives a node its own envelope and no other node's", () => {
    const sealed = readEncKeyBundle(bundle, source, rules())!;
    expect(JSON.stringify(sealedFor(10, [null, sealed]))).not.toContain('03'.repeat(48));
    expect(sealedFor(10, [null, sealed])).toMatchObject([null, { envelope: `0x${'0c'.repeat(48)}` }]);
    expect(sealedFor(1, [sealed])).toEqual([null]);
  });
});
