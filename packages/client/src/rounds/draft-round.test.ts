import { x25519 } from '@noble/curves/ed25519.js';
import {
  defaultQuorum,
  deriveSourceId,
  fromHex,
  MIN_TOLERANCE_QUORUM,
  parseAddress,
  parseApiConfig,
  toHex,
} from '@oracle-gateway/protocol';
import { type EncKeyBundle, openSecrets } from '@oracle-gateway/protocol/sealed';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { CONFIG, fakeIo, fakeLedger, NOW_SECONDS, REGISTRY } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { listIn, type SourceInput, sourceIn } from '../base/source.js';
import { type DraftInput, draftRound } from './draft-round.js';

const source = vector.apiConfig;
const hidden = { ...source, headers: { authorization: 'Bearer {{secret.token}}' } };
const secrets = { token: 'never in the clear' };
const secretKey = new Uint8Array(32).fill(9);
const encryptionKey = x25519.getPublicKey(secretKey);

type Written = Partial<DraftInput> & { readonly source?: SourceInput };

async function draft(
  { source: asked = source, ...input }: Written = {},
  ledger = fakeLedger({ nodeKeys: () => Promise.resolve([{ index: 4, encryptionKey }]) }),
) {
  return draftRound(
    fakeIo(() => ({}), { ledger }),
    { subject: sourceIn(asked), ...input },
  );
}

describe('what a round asks for', () => {
  it('is the source, its hash, and the default quorum of the registry', async () => {
    const drafted = await draft();
    expect(toHex(drafted.subject.sourceId)).toBe(vector.result.data.configHash);
    expect(drafted).toMatchObject({ members: { apiConfig: source }, quorum: defaultQuorum(REGISTRY, drafted.subject) });
    expect(Object.keys(drafted.members)).toEqual(['apiConfig']);
    expect(drafted).not.toHaveProperty('signal');
  });

  it('has the least quorum of tolerance mode where the source has a tolerance', async () => {
    const aggregation = {
      mode: 'tolerance',
      rule: 'median',
      maxDeviationBps: 50,
      maxAgeMs: 30_000,
      numeric: { type: 'int256', decimals: 2 },
    };
    const registry = { ...REGISTRY, minSigners: 1 };
    const ledger = fakeLedger({ current: () => Promise.resolve({ config: CONFIG, registry }) });
    expect((await draft({}, ledger)).quorum).toBe(defaultQuorum(registry, { rules: [undefined] }));
    expect((await draft({ source: { ...source, aggregation } }, ledger)).quorum).toBe(MIN_TOLERANCE_QUORUM);
  });

  it('has the quorum and the signal of the caller', async () => {
    const { signal } = new AbortController();
    expect(await draft({ quorum: 5, signal })).toMatchObject({ quorum: 5, signal });
  });

  it.each([
    ['quorum', { quorum: 0 }],
    ['quorum', { quorum: 2.5 }],
    ['quorum', { quorum: 1_000 }],
    ['apiConfig.url', { source: { ...source, url: 'ftp://source.test' } }],
    ['apiConfig.method', { source: { ...source, method: 'get' } }],
    ['resume', { resume: '' }],
    ['resume', { resume: 'no name/' }],
    ['paymentId', { paymentId: 'too short' }],
    ['paymentId', { paymentId: 'a'.repeat(129) }],
    ['paymentId', { paymentId: 'spaces are no part of it' }],
  ])('is refused by its %s: %j', async (field, input) => {
    await expect(draft(input)).rejects.toMatchObject({ name: 'ClientUsageError', field });
  });

  it('is the source with its URL in the form that is fetched, so that it has one id', async () => {
    const url = 'https://api.example/';
    for (const written of [url, 'HTTPS://API.example', 'https://api.example:443/']) {
      const drafted = await draft({ source: { ...source, url: written } });
      const sourceId = deriveSourceId(parseApiConfig({ ...source, url }));
      expect(drafted).toMatchObject({ members: { apiConfig: { url } }, subject: { sourceId } });
    }
  });

  it('has the name of an earlier call', async () => {
    expect(await draft({ paymentId: 'an-earlier_call-1' })).toMatchObject({ paymentId: 'an-earlier_call-1' });
    expect(await draft({ resume: '1763683200' })).toMatchObject({ resume: '1763683200' });
  });

  it('is not known without the ledger', async () => {
    const cut = new TransportError('ledger', 'cut');
    await expect(draft({}, fakeLedger({ current: () => Promise.reject(cut) }))).rejects.toBe(cut);
  });
});

describe('a round of several sources', () => {
  const other = { ...source, url: 'https://other.test/' };
  const ledger = fakeLedger({ nodeKeys: () => Promise.resolve([{ index: 4, encryptionKey }]) });
  const ask = (input: DraftInput) =>
    draftRound(
      fakeIo(() => ({}), { ledger }),
      input,
    );

  it('asks for a list by its sources in order, and for evidence where the caller wants it', async () => {
    const { members, subject } = await ask({ subject: listIn({ sources: [source, other], minValues: 1 }), evidence: true });
    expect(members).toEqual({ apiConfigs: [source, other], minValues: 1, evidence: true });
    expect(toHex(subject.sourceId)).not.toBe(vector.result.data.configHash);
  });

  it('asks for an index by its sources and its rule, with the quorum of tolerance mode', async () => {
    const combine = { rule: 'median', minSources: 2, maxDeviationBps: 100, maxAgeMs: 30_000, decimals: 2 };
    const { members, quorum } = await ask({ subject: sourceIn({ apiConfigs: [source, other], combine }) });
    expect(members).toEqual({ apiConfigs: [source, other], combine });
    expect(quorum).toBeGreaterThanOrEqual(MIN_TOLERANCE_QUORUM);
  });

  it('has a bundle for each source that asks for a secret', async () => {
    const { members } = await ask({ subject: listIn({ sources: [other, hidden] }), secrets });
    expect(members['encKeyBundles']).toEqual([null, expect.objectContaining({ envelopes: { 4: expect.any(String) as string } })]);
    expect(JSON.stringify(members)).not.toContain(secrets.token);
  });

  it('gives one secret to two sources of one host, and to no two hosts', async () => {
    const sameHost = { ...hidden, url: `${source.url}?again` };
    const { members } = await ask({ subject: listIn({ sources: [hidden, sameHost] }), secrets });
    expect(members['encKeyBundles']).toHaveLength(2);
    const subject = listIn({ sources: [hidden, { ...hidden, url: 'https://other.test/' }] });
    await expect(ask({ subject, secrets })).rejects.toMatchObject({ name: 'ClientUsageError', field: 'secrets' });
  });

  it('refuses a secret that no source asks for', async () => {
    const subject = listIn({ sources: [hidden, other] });
    await expect(ask({ subject, secrets: { ...secrets, another: 'one' } })).rejects.toMatchObject({ field: 'secrets' });
  });
});

describe('secrets', () => {
  it('leave sealed, for the node whose key the ledger has, the owner, and a quarter of an hour', async () => {
    const { subject, members } = await draft({ source: hidden, secrets, secretsOwner: vector.owner });
    const { ephemeralPub, nonceSym, ciphertext, envelopes } = members['encKeyBundle'] as EncKeyBundle;
    const sealed = {
      ...{ ephemeralPub: fromHex(ephemeralPub), nonceSym: fromHex(nonceSym), ciphertext: fromHex(ciphertext) },
      envelope: fromHex(envelopes[4]!),
    };
    const opened = openSecrets({ sealed, sourceId: subject.sourceId, nodeIndex: 4, keys: [{ secretKey, publicKey: encryptionKey }] });
    expect(opened).toMatchObject({ notAfter: NOW_SECONDS + 900, owner: parseAddress(vector.owner) });
    expect([...opened.values]).toEqual([['token', secrets.token]]);
    expect(Object.keys(envelopes)).toEqual(['4']);
    expect(JSON.stringify(members)).not.toContain(secrets.token);
  });

  it('take no keys where the source has no secrets', async () => {
    const ledger = fakeLedger({ nodeKeys: () => expect.fail('was asked for keys') });
    expect((await draft({}, ledger)).members).toEqual({ apiConfig: source });
  });

  it.each([{}, { another: 'name' }])('are refused where they are not those of the source: %j', async (others) => {
    await expect(draft({ source: hidden, secrets: others })).rejects.toMatchObject({ name: 'ClientUsageError', field: 'secrets' });
  });

  it('are not sealed for keys that the ledger does not have', async () => {
    const cut = new TransportError('ledger', 'cut');
    const ledger = fakeLedger({ nodeKeys: () => Promise.reject(cut) });
    await expect(draft({ source: hidden, secrets }, ledger)).rejects.toBe(cut);
  });
});
