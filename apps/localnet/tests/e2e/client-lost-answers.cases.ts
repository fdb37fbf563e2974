import { agent, owner, UnknownOutcomeError, type Account, type ClientOptions } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { createLedgerSender, instructions, signerFromSecretKey } from '@oracle-gateway/ledger';
import { parseAddress } from '@oracle-gateway/protocol';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';

import { addressOf, type SecretKey } from '../../src/base/keypair.js';
import { clientWorld } from './client-world.js';
import { askedIn, openCuttingGateway, type Cut, type CuttingGateway, type Exchange, type Treatment } from './cutting-gateway.js';
import { freshSource, fundedAgent, keyOf, testClient, TRUE_VALUE, watchedSigner } from './test-client.js';
import { balanceOf } from './test-payer.js';
import { roundsLeft, type TestWorld } from './test-world.js';

const QUORUM = 3;
const SETTLED = { interval: 50 };
/** An answer is cut after every so many bytes, and at every place where its parts meet. A lost payment is sent again after a wait. */
const STRIDES: Readonly<Record<Path, number>> = { owner: 1, agent: 1, payPerRequest: Number(process.env.PAID_ANSWER_STRIDE ?? '16') };
/** Replays side by side, since a payment is sent again after a wait. */
const LANES = 16;
const BOUGHT_ROUNDS = 100n;
const ESCROW_ATOMIC = 200_000n;

const PATHS = ['owner', 'agent', 'payPerRequest'] as const;
type Path = (typeof PATHS)[number];

const CUTS: Readonly<Record<string, Cut>> = {
  'before the request': { kind: 'undelivered' },
  'within the request': { kind: 'half' },
  'while the round runs': { kind: 'abandoned' },
  'before the answer': { kind: 'after', bytes: () => 0 },
  'within the status line': { kind: 'after', bytes: () => 11 },
  'within the head': { kind: 'after', bytes: (answer) => headOf(answer) / 2 },
  'behind the head': { kind: 'after', bytes: headOf },
  'within the body': { kind: 'after', bytes: (answer) => (headOf(answer) + answer.length) / 2 },
  'before the last byte': { kind: 'after', bytes: (answer) => answer.length - 1 },
};

let test: TestWorld;
let keys: Readonly<Record<Path, SecretKey>>;
beforeAll(async () => {
  test = clientWorld();
  // No other test has rounds of these, so that the ledger's numbers count the rounds of this one.
  keys = { owner: keyOf(test, 'x402Payer'), agent: await fundedAgent(test, ESCROW_ATOMIC), payPerRequest: keyOf(test, 'x402Payer') };
  await subscribe(keys.owner);
});

async function subscribe(key: SecretKey): Promise<void> {
  const { programId, gatewayPda, usdcMint, rpcUrl } = test.world.manifest;
  const signer = signerFromSecretKey(key);
  const opening = instructions.openSubscription({
    programId: parseAddress(programId),
    owner: signer.address,
    gateway: parseAddress(gatewayPda),
    mint: parseAddress(usdcMint),
    maxSignatures: 5,
    rounds: BOUGHT_ROUNDS,
    registryVersion: 1n,
    maxAmountAtomic: 100_000_000n,
    expiresAtSeconds: BigInt(Math.floor(Date.now() / 1_000) + 86_400),
  });
  const sender = createLedgerSender({ rpcUrl, signer });
  await sender.broadcast(await sender.build([opening], { computeUnitLimit: 100_000 }));
}

async function accountOf(path: Path): Promise<Account> {
  const signer = watchedSigner(keys[path]);
  // A round that the gateway says has failed may be asked for once more.
  const maxAmount = 2n * priceOf(path);
  switch (path) {
    case 'owner':
      return owner({ signer });
    case 'agent':
      return agent({ signer, maxAmount });
    case 'payPerRequest':
      return payPerRequest({
        signer: await createKeyPairSignerFromBytes(Uint8Array.from(keys[path])),
        maxAmount,
        rpcUrl: test.world.manifest.rpcUrl,
      });
  }
}

/** The price of one round, in the unit of `spentOn`. */
function priceOf(path: Path): bigint {
  const { prices, redundancyBuffer } = test.world.manifest;
  switch (path) {
    case 'owner':
      return 1n;
    case 'agent':
      return BigInt(prices.agentRoundBase) + BigInt(QUORUM) * BigInt(prices.agentRoundPerSig);
    case 'payPerRequest':
      return BigInt(prices.x402RoundBase) + BigInt(QUORUM + redundancyBuffer) * BigInt(prices.rewardPerSignature);
  }
}

/** Sum that the ledger has taken from the path's key. */
async function spentOn(path: Path): Promise<bigint> {
  const { programId, gatewayPda, usdcMint } = test.world.manifest;
  const payer = addressOf(keys[path]);
  switch (path) {
    case 'owner':
      return BOUGHT_ROUNDS - (await roundsLeft(test, payer));
    case 'agent': {
      const escrow = escrowAddress(parseAddress(programId), payer, parseAddress(gatewayPda));
      return ESCROW_ATOMIC - balanceOf(test, associatedTokenAddress(escrow, parseAddress(usdcMint)));
    }
    case 'payPerRequest':
      return -balanceOf(test, associatedTokenAddress(payer, parseAddress(usdcMint)));
  }
}

/** The call that costs something. */
function isCharged(request: Buffer): boolean {
  const asked = askedIn(request);
  if (asked === 'POST /v1/x402/execute') return /^payment-signature:/im.test(request.toString('latin1'));
  return asked === 'POST /v1/round/execute' || asked === 'POST /v1/agent/execute';
}

function headOf(answer: Buffer): number {
  return answer.indexOf('\r\n\r\n') + 4;
}

/** Cuts the first call that costs something. */
function cutOnce(cut: Cut): Treatment {
  let isCut = false;
  return (request) => {
    if (isCut || !isCharged(request)) return undefined;
    isCut = true;
    return cut;
  };
}

async function through<T>(treat: Treatment, use: (gateway: CuttingGateway) => Promise<T>): Promise<T> {
  const gateway = await openCuttingGateway(test.world.manifest.gatewayUrl, treat);
  try {
    return await use(gateway);
  } finally {
    await gateway.close();
  }
}

describe.each(PATHS)('an answer that is lost, of %s', (path) => {
  it('is had all the same, and its round is paid once, wherever the connection broke', async () => {
    const account = await accountOf(path);
    const before = await spentOn(path);
    for (const [where, cut] of Object.entries(CUTS)) {
      const value = await through(cutOnce(cut), async ({ fetch }) => {
        const client = testClient(test, { account, fetch });
        return client.round(freshSource(test), { quorum: QUORUM }).then(
          (round) => round.value,
          (error: unknown) => String(error),
        );
      });
      expect([where, value]).toEqual([where, TRUE_VALUE]);
    }
    const paid = BigInt(Object.keys(CUTS).length) * priceOf(path);
    await expect.poll(async () => (await spentOn(path)) - before, SETTLED).toBe(paid);
  });

  it('is an error that names the round when the gateway says nothing more, and its round is paid once', async () => {
    const account = await accountOf(path);
    const before = await spentOn(path);
    const cut = cutOnce({ kind: 'after', bytes: () => 0 });
    let lostAtMs: number | undefined;
    // A client is patient for minutes. Its clock is right until the answer is lost: the gateway refuses a second that lies ahead.
    const fast = (): number => (lostAtMs === undefined ? Date.now() : lostAtMs + (Date.now() - lostAtMs) * 30);
    const treat: Treatment = (request) => {
      if (lostAtMs !== undefined) return { kind: 'undelivered' };
      const treatment = cut(request);
      if (treatment !== undefined) lostAtMs = Date.now();
      return treatment;
    };
    const error: unknown = await through(treat, ({ fetch }) =>
      testClient(test, { account, fetch, random: () => 0, clock: fast }).round(freshSource(test), { quorum: QUORUM }),
    ).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnknownOutcomeError);
    if (!(error instanceof UnknownOutcomeError)) throw new Error('unreachable: the class was checked');
    expect(error.roundId ?? error.paymentId).toMatch(/^[\w-]{16,128}$/);
    await expect.poll(async () => (await spentOn(path)) - before, SETTLED).toBe(priceOf(path));
  });

  it('is had after every byte that may have been the last', async () => {
    const at = Date.now();
    const source = freshSource(test);
    const options: Partial<ClientOptions> = { account: await accountOf(path), clock: () => at, random: () => 0 };
    const recorded = await through(
      () => undefined,
      async ({ fetch, exchanges }) => {
        const client = testClient(test, { ...options, fetch });
        await client.roundStatus((await client.round(source, { quorum: QUORUM })).roundId);
        return [...exchanges];
      },
    );
    const answer = recorded.find(({ request }) => isCharged(request))?.answer ?? Buffer.alloc(0);
    const places = placesIn(answer, STRIDES[path]);
    expect(places.length).toBeGreaterThan(50);

    const lanes = Array.from({ length: LANES }, (_, lane) => places.filter((_place, index) => index % LANES === lane));
    await Promise.all(
      lanes.map(async (lane) => {
        const replay = replayOf(recorded);
        await through(
          (request) => replay.treat(request),
          async ({ fetch }) => {
            const remembering = rememberLedger(fetch, test.world.manifest.rpcUrl);
            for (const place of lane) {
              replay.cutAfter(place);
              const account = await accountOf(path);
              const round = await testClient(test, { ...options, account, fetch: remembering }).round(source, { quorum: QUORUM });
              expect([place, round.value]).toEqual([place, TRUE_VALUE]);
              // A flat round is looked up; a payment is sent again as it was.
              expect([place, replay.charged().length, new Set(replay.charged()).size]).toEqual([
                place,
                path === 'payPerRequest' ? 2 : 1,
                1,
              ]);
            }
          },
        );
      }),
    );
  });
});

/** Places after every so many bytes, and around each place where parts of the answer meet. */
function placesIn(answer: Buffer, stride: number): number[] {
  const joints = [0, answer.indexOf('\r\n'), headOf(answer), answer.length].flatMap((joint) => [joint - 1, joint, joint + 1, joint + 2]);
  const strides = Array.from({ length: Math.ceil(answer.length / stride) }, (_, index) => index * stride);
  const within = new Set([...joints, ...strides].filter((place) => place >= 0 && place < answer.length));
  return [...within].sort((a, b) => a - b);
}

/** Plays the gateway from what it said once, and cuts the first answer that costs something. */
function replayOf(recorded: readonly Exchange[]) {
  let bytes = 0;
  let charged: string[] = [];
  return {
    cutAfter(place: number) {
      bytes = place;
      charged = [];
    },
    /** Sums of the requests that were sent, by what pays for them. */
    charged: () => charged,
    treat(request: Buffer): ReturnType<Treatment> {
      const asked = askedIn(request);
      const isNow = isCharged(request);
      const found = recorded.find((exchange) => exchange.asked === asked && isCharged(exchange.request) === isNow);
      if (found === undefined) return { kind: 'undelivered' };
      if (isNow) charged.push(authorizationIn(request));
      return { kind: 'replay', answer: found.answer, bytes: isNow && charged.length === 1 ? bytes : found.answer.length };
    },
  };
}

function authorizationIn(request: Buffer): string {
  const text = request.toString('latin1');
  const found = /^payment-signature: *(\S+)/im.exec(text) ?? /"(?:authSig|agent_request_auth_sig)":"([^"]+)"/.exec(text);
  return found?.[1] ?? '';
}

/** A `fetch` that asks the ledger each question once. */
function rememberLedger(asking: typeof fetch, rpcUrl: string): typeof fetch {
  const known = new Map<string, Promise<string>>();
  return async (input, init) => {
    if (typeof input !== 'string' || input !== rpcUrl || typeof init?.body !== 'string') return asking(input, init);
    const { body } = init;
    const { signal: _gone, ...asked } = init;
    const answer = known.get(body) ?? asking(input, asked).then((response) => response.text());
    known.set(body, answer);
    return new Response(await answer, { status: 200, headers: { 'content-type': 'application/json' } });
  };
}
