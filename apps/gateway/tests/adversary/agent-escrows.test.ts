import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { operations } from '@oracle-gateway/gateway-api';
import {
  agentRequestAuthHash,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseApiConfig,
  toAddress,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { escrowAddress } from '@oracle-gateway/protocol/accounts';
import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterEach, describe, expect, it } from 'vitest';
import { AGENT_PRICE, type Payer } from '../fakes/payer.js';
import { postAgent, type RawAnswer } from '../fakes/post.js';
import { holdNodes, PROGRAM_ID, startWorld, tokensOf, type World, type WorldOptions } from '../fakes/world.js';

const PRICE = BigInt(AGENT_PRICE);
const NOW = Math.floor(Date.now() / 1000);
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** Encodings of points whose order divides 8: the neutral element, the one of order 2, one of order 4, one of order 8. */
const SMALL_ORDER_KEYS = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];

let world: World;
afterEach(() => world.close());

async function start(options: WorldOptions = {}): Promise<World> {
  // The speed at which a busy machine signs must not count.
  world = await startWorld({ ...options, rounds: { signDeadlineMs: 10_000, deadlineMs: 60_000, ...options.rounds } });
  return world;
}

function atOnce(payer: Payer, count: number, url = world.url): Promise<RawAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_, back) => postAgent(url, payer.request({ canonical_timestamp: NOW - back }))));
}

describe('an escrow that is asked for more than it holds', () => {
  it('funded for three, ten at once: three are served, seven are 402, and each says why', async () => {
    await start();
    const payer = world.payer(3n * PRICE);
    const answers = await atOnce(payer, 10);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 402, 402, 402, 402, 402, 402, 402]);
    for (const { body } of answers.filter(({ status }) => status === 402)) {
      const [offer] = body['accepts'] as { extra: { currentAtaBalance: string; committedAmount: string } }[];
      expect(BigInt(offer!.extra.currentAtaBalance) - BigInt(offer!.extra.committedAmount)).toBeLessThan(PRICE);
    }
    const status = await world.http.call(operations.getAgentStatus, { path: { payer: payer.text } });
    expect(status.body).toMatchObject({ ataBalance: '33', committedAmount: '33', unsettledRounds: 3 });
  });

  it('the same through two gateway processes of one keypair', async () => {
    await start();
    const sibling = await world.sibling();
    const payer = world.payer(3n * PRICE);
    const requests = Array.from({ length: 10 }, (_, back) => payer.request({ canonical_timestamp: NOW - back }));
    const answers = await Promise.all(requests.map((request, index) => postAgent(index % 2 === 0 ? world.url : sibling.url, request)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 402, 402, 402, 402, 402, 402, 402]);
    await sibling.close();
  });

  it('a balance that the cache still shows buys nothing: the reservation decides, afresh', async () => {
    await start();
    const payer = world.payer(2n * PRICE);
    const first = await postAgent(world.url, payer.request({ canonical_timestamp: NOW }));
    world.ledger.cachedEscrows.set(payer.text, { ...world.ledger.escrows.get(payer.text)!, slot: world.ledger.slot });
    await world.settleOnLedger(payer, first.headers.get('x-round-id') ?? '');
    const answers = await atOnce(payer, 5);
    // The first of them is the replay.
    expect(answers.slice(1).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.slice(1).filter(({ status }) => status === 402)).toHaveLength(3);
  });
});

describe('bytes that are no signature', () => {
  it.each(SMALL_ORDER_KEYS)('a payer of small order, %s, for whom R = 1 and S = 0 sign everything, is 401', async (hex) => {
    await start();
    const payer = toAddress(Buffer.from(hex, 'hex'));
    const everything = new Uint8Array(64);
    everything[0] = 1;
    const request = { ...world.payer(100n).request(), payer: formatAddress(payer), agent_request_auth_sig: toHex(everything) };
    const answer = await postAgent(world.url, request);
    expect([answer.status, answer.body['code']]).toEqual([401, 'agent_request_auth_sig_invalid']);
  });

  it('a good signature that is malleated (S + ℓ), or whose R is moved, is 401 and no free round', async () => {
    await start();
    const payer = world.payer(100n);
    const request = payer.request();
    const good = Buffer.from((request.agent_request_auth_sig ?? '').slice(2), 'hex');
    const s = BigInt(`0x${Buffer.from(good.subarray(32)).reverse().toString('hex')}`) + ORDER;
    const malleated = Buffer.from(good);
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(malleated, 32);
    const moved = Buffer.from(good);
    moved[31] = (moved[31] ?? 0) ^ 0x80;
    for (const bytes of [malleated, moved]) {
      const answer = await postAgent(world.url, { ...request, agent_request_auth_sig: toHex(bytes) });
      expect([answer.status, answer.body['code']]).toEqual([401, 'agent_request_auth_sig_invalid']);
    }
    const standing = await world.http.call(operations.getAgentStatus, { path: { payer: payer.text } });
    expect(standing.body).toMatchObject({ committedAmount: '0', unsettledRounds: 0 });
  });
});

/** A point of order 8. Added to another point it changes nothing for a verifier that multiplies by 8 before it compares. */
const TORSION = ed25519.Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
const NONE = ed25519.Point.ZERO;

/** A funded payer whose key, and a signature of it whose R, may be moved by a point of small order. */
function signMoved({ key, r }: { readonly key: typeof TORSION; readonly r: typeof TORSION }): Record<string, unknown> {
  const { scalar, point } = ed25519.utils.getExtendedPublicKey(ed25519.utils.randomSecretKey());
  const publicKey = toAddress(point.add(key).toBytes());
  const payer = world.payer(100n);
  world.ledger.escrows.set(formatAddress(publicKey), { escrow: null, tokens: tokensOf(payer, 100n) });
  const request = payer.request();
  const message = agentRequestAuthHash({
    escrow: escrowAddress(PROGRAM_ID, publicKey, world.gatewayPda),
    gateway: world.gatewayPda,
    feedId: deriveFeedId({
      owner: publicKey,
      sourceId: deriveSourceId(parseApiConfig(request.apiConfig)),
      signaturesRequired: request.signatures_required,
    }),
    canonicalTimestampSeconds: unixSeconds(request.canonical_timestamp),
    amountAtomic: PRICE,
  });
  for (let nonce = 1n; ; nonce += 1n) {
    const commitment = ed25519.Point.BASE.multiply(nonce).add(r).toBytes();
    const digest = createHash('sha512').update(commitment).update(publicKey).update(message).digest();
    const challenge = BigInt(`0x${Buffer.from(digest).reverse().toString('hex')}`) % ORDER;
    // The key's part may by chance be nothing, or take away what R was moved by: then the signature is good.
    if ([0n, 7n].includes(challenge % 8n)) continue;
    const s = Buffer.from(((nonce + challenge * scalar) % ORDER).toString(16).padStart(64, '0'), 'hex').reverse();
    return { ...request, payer: formatAddress(publicKey), agent_request_auth_sig: toHex(Buffer.concat([commitment, s])) };
  }
}

describe('torsion', () => {
  it.each([
    ['neither moved', { key: NONE, r: NONE }, [200, undefined]],
    ['R moved by a point of small order', { key: NONE, r: TORSION }, [401, 'agent_request_auth_sig_invalid']],
    ['the key moved by one', { key: TORSION, r: NONE }, [401, 'agent_request_auth_sig_invalid']],
    ['both moved', { key: TORSION, r: TORSION }, [401, 'agent_request_auth_sig_invalid']],
  ])('%s', async (_case, moved, answer) => {
    await start();
    const { status, body } = await postAgent(world.url, signMoved(moved));
    expect([status, body['code']]).toEqual(answer);
  });
});

describe('strangers', () => {
  it('cost one read of a payer each 400 ms where they ask for it over and over', async () => {
    await start();
    const payer = world.payer(5n);
    const unsigned = { ...payer.request(), agent_request_auth_sig: undefined };
    const startedAtMs = performance.now();
    for (let wave = 0; wave < 3; wave += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => postAgent(world.url, unsigned)));
      expect(answers.every(({ status }) => status === 402)).toBe(true);
    }
    const floors = Math.floor((performance.now() - startedAtMs) / 400);
    expect(world.ledger.freshEscrowReads.length).toBeLessThanOrEqual(floors + 1);
  });

  it('take turns where they ask for payers that have nothing; a funded payer who is known is served beside them', async () => {
    await start();
    const payer = world.payer(100n);
    expect((await postAgent(world.url, payer.request({ canonical_timestamp: NOW }))).status).toBe(200);
    const before = world.ledger.freshEscrowReads.length;
    const unsigned = Array.from({ length: 150 }, () => ({ ...world.payer(null).request(), agent_request_auth_sig: undefined }));
    const flood = Promise.all(unsigned.map((request) => postAgent(world.url, request)));
    const served = await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }));
    expect(served.status).toBe(200);
    for (const { status, body, headers } of await flood) {
      if (status === 503) expect([body['code'], headers.get('retry-after')]).toEqual(['too_many_lookups', '1']);
      else expect([status, body['code']]).toEqual([402, 'escrow_underfunded']);
    }
    expect(world.ledger.freshEscrowReads.length - before).toBeLessThanOrEqual(150);
  });

  it('leave nothing in Redis', async () => {
    await start();
    const before = await world.redis.keys('*');
    for (let stranger = 0; stranger < 5; stranger += 1) expect((await postAgent(world.url, world.payer(null).request())).status).toBe(402);
    const payers = (await world.redis.keys('*')).filter(
      (key) => !before.includes(key) && /escrow|payer/.test(key) && key.startsWith(outboxPrefix(world.gatewayPda)),
    );
    expect(payers).toEqual([]);
  });
});

it('more rounds of one payer than its share: the rest is 503 with Retry-After, and another payer is served', async () => {
  await start({ rounds: { maxConcurrent: 4 } });
  const payer = world.payer(100n);
  const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
  const open = holdNodes(world);
  const first = postAgent(world.url, payer.request({ canonical_timestamp: NOW }));
  await arrived;
  const refused = await postAgent(world.url, payer.request({ canonical_timestamp: NOW - 1 }));
  expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'share_used', '1']);
  const short = await postAgent(world.url, { ...world.payer(5n).request() });
  expect(short.status).toBe(402);
  const other = postAgent(world.url, world.payer(100n).request());
  open();
  expect([(await first).status, (await other).status]).toEqual([200, 200]);
});
