import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presentUrl } from '@oracle-gateway/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFacilitatorAccess } from './facilitator-access.js';

/** The access as it is used now. */
async function accessOf(...input: Parameters<typeof readFacilitatorAccess>) {
  const access = await readFacilitatorAccess(...input);
  return access.kind === 'local' ? access : { ...access, url: presentUrl(access.url), headers: access.headers.current() };
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const bytes = [
  ...privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
  ...publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
];
const URL_TEXT = 'https://facilitator.example/hunter2';

let folder: string;
let keypairPath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facilitator-access-'));
  keypairPath = join(folder, 'keypair.json');
  await writeFile(keypairPath, JSON.stringify(bytes), { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

describe('readFacilitatorAccess', () => {
  it('takes a URL, and headers from the environment', async () => {
    const headers = { ORACLE_GATEWAY_FACILITATOR_HEADERS: '{"authorization": "Bearer x"}' };
    expect(await accessOf({ facilitator_url: URL_TEXT }, headers)).toEqual({
      kind: 'remote',
      url: URL_TEXT,
      headers: { authorization: 'Bearer x' },
    });
    expect(await accessOf({}, { ORACLE_GATEWAY_FACILITATOR_URL: URL_TEXT })).toEqual({
      kind: 'remote',
      url: URL_TEXT,
      headers: {},
    });
  });

  it('takes a keypair, from a file or from the environment', async () => {
    const access = { kind: 'local', feePayer: { address: Uint8Array.from(bytes.slice(32)) } };
    expect(await accessOf({ facilitator_keypair_path: keypairPath }, {})).toMatchObject(access);
    expect(await accessOf({}, { ORACLE_GATEWAY_FACILITATOR_KEYPAIR: JSON.stringify(bytes) })).toMatchObject(access);
  });

  it('takes URL and headers from files that only their owner can read', async () => {
    const [urlPath, headersPath] = [join(folder, 'url'), join(folder, 'headers')];
    await writeFile(urlPath, `${URL_TEXT}\n`, { mode: 0o600 });
    await writeFile(headersPath, '{"authorization": "Bearer x"}', { mode: 0o600 });
    expect(await accessOf({ facilitator_url_path: urlPath, facilitator_headers_path: headersPath }, {})).toEqual({
      kind: 'remote',
      url: URL_TEXT,
      headers: { authorization: 'Bearer x' },
    });
  });

  it.each<[string, Parameters<typeof readFacilitatorAccess>[0], Record<string, string>, RegExp]>([
    ['neither', {}, {}, /^x402\.facilitator_url: is required, or/],
    ['both', { facilitator_url: URL_TEXT, facilitator_keypair_path: '/absent' }, {}, /^x402\.facilitator_url: excludes/],
    ['both, one of them in the environment', { facilitator_url: URL_TEXT }, { ORACLE_GATEWAY_FACILITATOR_KEYPAIR: '[]' }, /excludes/],
    ['two URLs', { facilitator_url: URL_TEXT, facilitator_url_path: '/absent' }, {}, /^x402\.facilitator_url_path: must not stand beside/],
    ['a public URL without TLS', { facilitator_url: 'http://hunter2.example' }, {}, /^x402\.facilitator_url: must start with https:/],
    ['a URL of another kind', { facilitator_url: 'ftp://hunter2' }, {}, /^x402\.facilitator_url: must be a URL/],
    ['a URL with a login', { facilitator_url: 'https://operator:hunter2@facilitator.example' }, {}, /no user name and no password/],
    ['a file that is not there', { facilitator_keypair_path: '/absent' }, {}, /^x402\.facilitator_keypair_path: must name a file/],
    [
      'bytes that are no keypair',
      {},
      { ORACLE_GATEWAY_FACILITATOR_KEYPAIR: '[1]' },
      /^ORACLE_GATEWAY_FACILITATOR_KEYPAIR: must hold a keypair/,
    ],
    [
      'a secret half of another key',
      {},
      { ORACLE_GATEWAY_FACILITATOR_KEYPAIR: JSON.stringify([...bytes.slice(0, 32), ...bytes.slice(0, 32)]) },
      /public key/,
    ],
    [
      'headers that are no JSON',
      { facilitator_url: URL_TEXT },
      { ORACLE_GATEWAY_FACILITATOR_HEADERS: 'hunter2' },
      /_HEADERS: must be a JSON object/,
    ],
    ['headers that are a list', { facilitator_url: URL_TEXT }, { ORACLE_GATEWAY_FACILITATOR_HEADERS: '["hunter2"]' }, /_HEADERS: must be/],
    [
      'a header value of two lines',
      { facilitator_url: URL_TEXT },
      { ORACLE_GATEWAY_FACILITATOR_HEADERS: '{"a":"hunter2\\r\\nb: c"}' },
      /_HEADERS: must be/,
    ],
    [
      'a header name with a space',
      { facilitator_url: URL_TEXT },
      { ORACLE_GATEWAY_FACILITATOR_HEADERS: '{"a hunter2":"b"}' },
      /_HEADERS: must be/,
    ],
  ])('refuses %s, and repeats nothing', async (_case, settings, environment, message) => {
    const refused = readFacilitatorAccess(settings, environment);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ name: 'ConfigError' });
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });
});
