import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { verifyEd25519 } from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SignerFolder, type SignerProcess, signerFolder, startSigner } from '../../tests/signer-program.js';
import { connectSigner, type SignerLimits } from './connect-signer.js';
import { SignerError } from './signer-error.js';

/** Limits that no slow machine reaches where an answer comes. */
const PATIENT: SignerLimits = { timeoutMs: 60_000, openingMs: 60_000, startMs: 60_000 };
const SETTING = 'settlement.gateway_keypair_path';
const TEXT = Buffer.from('Oracle Gateway: names of sources in the log');

let folder: SignerFolder;
const started: SignerProcess[] = [];
beforeEach(async () => {
  folder = await signerFolder();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((signer) => signer.kill()));
  await folder.remove();
});

async function start(options: Parameters<typeof startSigner>[1] = {}): Promise<SignerProcess> {
  const signer = await startSigner(folder, options);
  started.push(signer);
  return signer;
}
function open(limits: Partial<SignerLimits> = {}) {
  return connectSigner({ setting: SETTING, path: folder.socket }, { ...PATIENT, ...limits });
}
async function errorOf(signature: Promise<Uint8Array>): Promise<SignerError> {
  const error: unknown = await signature.catch((thrown: unknown) => thrown);
  if (!(error instanceof SignerError)) throw new Error('signed, or failed otherwise', { cause: error });
  return error;
}

describe('a key in a signer', () => {
  it('signs what the signer judges good, many messages at once', async () => {
    await start();
    const keypair = await open();
    const signatures = await Promise.all(Array.from({ length: 500 }, () => keypair.sign('log_names', TEXT)));
    for (const signature of signatures)
      expect(verifyEd25519({ signature, message: signedBytes('log_names', TEXT), publicKey: keypair.address })).toBe(true);
    expect(keypair.trouble()).toBeNull();
  });

  it('signs no kind of message in the place of another, and the reason stays out of the message', async () => {
    const signer = await start();
    const keypair = await open();
    for (const kind of ['node_request', 'transaction'] as const) {
      const error = await errorOf(keypair.sign(kind, TEXT));
      expect(error).toMatchObject({ failure: 'refused', setting: SETTING });
      expect(error.message).toMatch(new RegExp(`^${SETTING}: the signer refused the message`));
      expect(error.words).toMatch(/^message: must be a /);
    }
    expect(signer.log()).not.toContain(folder.secretText);
    // A refusal is an answer: the signer works.
    expect(keypair.trouble()).toBeNull();
  });

  it('takes a policy, and another one without a lost message', async () => {
    const policy = await folder.write('policy.json', '{"kinds":["transaction"]}');
    const signer = await start({ policy });
    const keypair = await open();
    expect(await errorOf(keypair.sign('log_names', TEXT))).toMatchObject({ words: 'kind: the policy allows transaction' });
    await folder.write('policy.json', '{"kinds":["log_names"]}');
    await signer.reload();
    await keypair.sign('log_names', TEXT);
    await folder.write('policy.json', '{"kind":[]}');
    await signer.reload();
    await keypair.sign('log_names', TEXT);
  });

  it('is waited for at the start', async () => {
    const opening = open();
    await start();
    await (await opening).sign('log_names', TEXT);
  });

  it('signs again after the signer was killed, also what was asked meanwhile', async () => {
    const first = await start();
    const keypair = await open();
    await first.kill();
    await expect.poll(() => keypair.trouble()).toMatch(/^no signer listens at /);
    const meanwhile = Promise.all(Array.from({ length: 100 }, () => keypair.sign('log_names', TEXT)));
    await start();
    expect(await meanwhile).toHaveLength(100);
    expect(keypair.trouble()).toBeNull();
  });

  it('stays the key of the start, however the signer comes by another one', async () => {
    const signer = await start();
    const keypair = await open({ timeoutMs: 300 });
    await folder.newKey();
    await signer.reload();
    await expect.poll(() => keypair.trouble()).toContain('another key than at the start');
    expect(await errorOf(keypair.sign('log_names', TEXT))).toMatchObject({ failure: 'unavailable' });
  });
});

describe('a start fails', () => {
  const starting = (path: string, limits: Partial<SignerLimits> = {}) =>
    connectSigner({ setting: SETTING, path }, { ...PATIENT, ...limits });

  it('names the setting of a signer that is not there in time', async () => {
    await expect(starting(folder.socket, { startMs: 0 })).rejects.toThrow(
      `${SETTING}: no signer listens at ${folder.socket}; start it, and see docs/signer.md`,
    );
  });

  it('refuses a path that is no socket, or not whole', async () => {
    await expect(starting(join(folder.path, 'key.json'))).rejects.toThrow(/must name the socket of a signer/);
    await expect(starting('signer.sock')).rejects.toThrow(/by its whole path/);
  });

  it.each([
    ['another user may write', 0o602],
    ['the group may write', 0o660],
    ['others may read', 0o604],
  ])('refuses a socket where %s: %o', async (_what, mode) => {
    await start();
    await chmod(folder.socket, mode);
    await expect(starting(folder.socket)).rejects.toThrow(/must name a socket that only its owner can write; run chmod 600/);
  });

  it('refuses a socket whose folder others can write', async () => {
    await start();
    await chmod(folder.path, 0o777);
    await expect(starting(folder.socket)).rejects.toThrow(/in a folder that only its owner can write; run chmod go-w/);
    // Other users can make files in a folder such as /tmp, and replace no file.
    await chmod(folder.path, 0o1777);
    await (await starting(folder.socket)).sign('log_names', TEXT);
  });

  it('refuses another program at the socket', async () => {
    await mkdir(join(folder.path, 'other'));
    const path = join(folder.path, 'other', 'redis.sock');
    const server = createServer((socket) => socket.write('-ERR unknown command, with beginning of args\r\n'));
    await new Promise<void>((listening) => server.listen(path, listening));
    await chmod(path, 0o600);
    await expect(starting(path)).rejects.toThrow(/is no signer of version 1/);
    server.close();
  });
});
