import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { type MessageKind, parseSubject } from '@oracle-gateway/protocol/internal';
import { expect, it } from 'vitest';
import { createNameSources } from './name-sources.js';

function keypair() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return { sign: (_kind: MessageKind, message: Uint8Array) => Promise.resolve(new Uint8Array(sign(null, message, key))) };
}

const catalogue = { routeOf: ({ url }: { readonly url: string }) => (url.startsWith('https://listed.example/') ? ({} as never) : null) };
function subject(...urls: string[]) {
  const configs = urls.map((url) => ({ url, method: 'GET', responseParser: '$.price' }) as const);
  return parseSubject(configs.length === 1 ? { apiConfig: configs[0]! } : { apiConfigs: configs });
}

it('a source of the catalogue is named by its host, any other by a tag that does not hold it', async () => {
  const name = await createNameSources({ keypair: keypair(), catalogue });
  expect(name(subject('https://listed.example/a?key=secret'))).toBe('listed.example');
  expect(name(subject('https://private.example/a?key=secret'))).toMatch(/^tag-[0-9a-f]{12}$/);
});

it('processes of one gateway give a host one tag, whatever is asked there; gateways give it different ones', async () => {
  const [ours, theirs] = [keypair(), keypair()];
  const [one, other] = [await createNameSources({ keypair: ours, catalogue }), await createNameSources({ keypair: ours, catalogue })];
  const foreign = await createNameSources({ keypair: theirs, catalogue });
  expect(other(subject('https://private.example/b'))).toBe(one(subject('https://private.example/a')));
  expect(one(subject('https://other.example/a'))).not.toBe(one(subject('https://private.example/a')));
  expect(foreign(subject('https://private.example/a'))).not.toBe(one(subject('https://private.example/a')));
});

it('a list names four hosts at most', async () => {
  const name = await createNameSources({ keypair: keypair(), catalogue });
  const urls = Array.from({ length: 7 }, (_, place) => `https://host-${place}.example/`);
  expect(name(subject(...urls))).toMatch(/^(tag-[0-9a-f]{12} ){4}and 3 more$/);
});
