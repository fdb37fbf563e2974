import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, fromHex, toAddress } from '@oracle-gateway/protocol';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { fakeIo, fakeLedger, GATEWAY, NOW_SECONDS, refusal, type Said } from '../../tests/fake-io.js';
import { keypairSigner } from '../base/signer.js';
import type { GatewayRequest } from '../http/gateway-http.js';
import type { Account } from '../rounds/account.js';
import { payPerRequest } from '../x402.js';
import { agent } from './agent.js';
import { delegate } from './delegate.js';
import { owner } from './owner.js';
import { session } from './session.js';

const seed = new Uint8Array(32).fill(4);
const secretKey = Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]);
const signer = keypairSigner(secretKey);
const OWNER = formatAddress(toAddress(new Uint8Array(32).fill(5)));
const CHARGED = { day: '2026-11-30', path: 'agent', delegate: null, rounds: 2, units: 2, amount: '5000' };
const USAGE = { data: { month: '2026-11', usage: [CHARGED] } };

const SIGNING: Readonly<Record<string, readonly [of: string, () => Account | Promise<Account>]>> = {
  owner: [signer.address, () => owner({ signer })],
  delegate: [OWNER, () => delegate({ signer, subscriptionOwner: OWNER })],
  agent: [signer.address, () => agent({ signer, maxAmount: 1n })],
  'payer of single requests': [
    signer.address,
    async () => payPerRequest({ signer: await createKeyPairSignerFromBytes(secretKey), maxAmount: 1n }),
  ],
};

/** The second that an `Authorization` names, once its signature is the signer's over the text of docs/api.md. */
function signedSecond(request: GatewayRequest | undefined): number {
  const [, address, seconds = '', signature = ''] =
    /^UsageRead (\w+)\.(\d+)\.(0x\w+)$/.exec(request?.headers?.['authorization'] ?? '') ?? [];
  const text = `Oracle Gateway: read usage at ${GATEWAY} at ${seconds}`;
  expect(address).toBe(signer.address);
  expect(ed25519.verify(fromHex(signature, 64), new TextEncoder().encode(text), ed25519.getPublicKey(seed))).toBe(true);
  return Number(seconds);
}

describe('the usage of an account', () => {
  it.each(Object.entries(SIGNING))('is shown to its own signature: %s', async (_name, [of, account]) => {
    const io = fakeIo(() => USAGE);
    const expected = { month: '2026-11', usage: [{ ...CHARGED, amount: 5_000n }] };
    expect(await (await account()).usage?.({ month: '2026-11' }, io)).toEqual(expected);
    expect(io.asked[0]).toMatchObject({ method: 'GET', path: `/v1/usage/${of}?month=2026-11` });
    expect(signedSecond(io.asked[0])).toBe(NOW_SECONDS);
  });

  it('is of the present month unless a month is named', async () => {
    const io = fakeIo(() => USAGE);
    await owner({ signer }).usage?.({}, io);
    expect(io.asked[0]?.path).toBe(`/v1/usage/${signer.address}`);
  });

  it('is asked for again by the clock of the ledger, once, where the own clock is wrong', async () => {
    const ledger = fakeLedger({ nowMs: () => Promise.resolve((NOW_SECONDS + 600) * 1_000) });
    const late = refusal('usage_private', { status: 401 });
    const io = fakeIo((_request, asked) => (asked === 1 ? late : USAGE), { ledger });
    await owner({ signer }).usage?.({}, io);
    expect(io.asked.map(signedSecond)).toEqual([NOW_SECONDS, NOW_SECONDS + 600]);
    const never = fakeIo(() => late, { ledger });
    await expect(owner({ signer }).usage?.({}, never)).rejects.toBe(late);
    expect(never.asked).toHaveLength(2);
    const right = fakeIo(() => late);
    await expect(owner({ signer }).usage?.({}, right)).rejects.toBe(late);
    expect(right.asked).toHaveLength(1);
  });

  it('of a session is shown to its token, and to another one where that has ended', async () => {
    const opened = { gateway: 'http://gateway.test', token: 'old', address: signer.address, subscriptionOwner: OWNER };
    const say = ({ path, headers }: GatewayRequest): Said => {
      if (path === '/v1/session') return { data: { token: 'new', expiresAt: NOW_SECONDS + 600 } };
      return headers?.['authorization'] === 'Bearer new' ? USAGE : refusal('bearer_invalid', { status: 401 });
    };
    const reads = async (account: Account) => {
      const io = fakeIo(say);
      const terms = { domain: 'gateway.test', uri: 'http://gateway.test/v1/session', chainId: io.ledger.network };
      const info = { status: 200, headers: new Headers(), body: { data: { signIn: terms } } };
      const ask: typeof io.gateway.ask = (request) => (request.path === '/v1/info' ? Promise.resolve(info) : io.gateway.ask(request));
      const usage = await account.usage?.({}, { ...io, gateway: { ...io.gateway, ask } });
      return { usage, paths: io.asked.map(({ path }) => path) };
    };
    const kept = { ...opened, expiresAtSeconds: NOW_SECONDS + 600 };
    const { usage, paths } = await reads(session({ signer, subscriptionOwner: OWNER, opened: kept }));
    expect(usage?.usage).toHaveLength(1);
    expect(paths).toEqual([`/v1/usage/${OWNER}`, '/v1/session', `/v1/usage/${OWNER}`]);
    await expect(reads(session({ opened: kept }))).rejects.toMatchObject({ code: 'bearer_invalid' });
  });

  it('is refused where the answer has another form', async () => {
    const said = { data: { month: '2026-11', usage: [{ ...CHARGED, amount: 5000 }] } };
    await expect(
      owner({ signer }).usage?.(
        {},
        fakeIo(() => said),
      ),
    ).rejects.toMatchObject({ name: 'TransportError' });
  });
});
