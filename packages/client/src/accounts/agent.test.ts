import { ed25519 } from '@noble/curves/ed25519.js';
import {
  agentRequestAuthHash,
  agentRoundAddress,
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  fromHex,
  parseAddress,
  parseApiConfig,
  roundIdOf,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { associatedTokenAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import {
  answerOf,
  CONFIG,
  draftOf,
  type FakeIo,
  fakeIo,
  fakeLedger,
  GATEWAY,
  NOW_SECONDS,
  refusal,
  type Said,
} from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { keypairSigner } from '../base/signer.js';
import { agent, type AgentInput } from './agent.js';
import type { EscrowTerms } from './escrow-terms.js';

const seed = new Uint8Array(32).fill(3);
const signer = keypairSigner(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]));
const payer = parseAddress(signer.address);
const gateway = parseAddress(GATEWAY);
const source = parseApiConfig(vector.apiConfig);
const sourceId = deriveSourceId(source);
const draft = draftOf(sourceSubject(source));
const { programId, network } = fakeLedger();
const escrow = escrowAddress(programId, payer, gateway);
/** 1,001 for the round and 201 for each of three signatures, by Config. */
const PRICE = 1_604n;
const BODY = { status: 'completed', data: {} };
const TAKEN = refusal('duplicate_round', { status: 409 });

function roundIdAt(second: number): string {
  const round = { programId, payer, gateway, sourceId, signaturesRequired: 3, canonicalTimestampSeconds: unixSeconds(second) };
  return roundIdOf(agentRoundAddress(round));
}

/** A lack of funds, with its terms. */
function lacks(change: object = {}) {
  const extra = { agent: formatAddress(escrow), currentAtaBalance: '604', committedAmount: '0' };
  const payTo = formatAddress(associatedTokenAddress(escrow, CONFIG.mint));
  const option = { network, asset: formatAddress(CONFIG.mint), payTo, maxAmountRequired: String(PRICE), extra, ...change };
  return refusal('escrow_underfunded', { status: 402, body: { accepts: [option] } });
}

interface Setting extends Partial<Omit<AgentInput, 'signer' | 'fund'>> {
  readonly fund?: (terms: EscrowTerms, io: FakeIo) => Promise<void>;
  readonly ledger?: ReturnType<typeof fakeLedger>;
}

/** Asks a gateway that says these things in turn, the last one again and again. */
async function ask(said: readonly Said[], { maxAmount = 10n * PRICE, allowance, fund, ledger }: Setting = {}) {
  const io = fakeIo((_request, asked) => said[Math.min(asked, said.length) - 1]!, ledger === undefined ? {} : { ledger });
  const account = agent({
    ...{ signer, maxAmount },
    ...(allowance === undefined ? {} : { allowance }),
    ...(fund === undefined ? {} : { fund: (terms: EscrowTerms) => fund(terms, io) }),
  });
  const outcome = await account.earn(draft, io).then(
    (earned) => ({ earned, error: undefined }),
    (error: unknown) => ({ earned: undefined, error }),
  );
  const sent = io.asked.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>);
  const [seconds, amounts] = [sent.map((body) => body['canonical_timestamp']), sent.map(({ amount }) => amount)];
  return { ...outcome, io, sent, seconds, amounts };
}

describe('an agent', () => {
  it('asks for a round that it signs with its exact price', async () => {
    const { earned, io, sent } = await ask([BODY]);
    expect(earned).toMatchObject({ answer: BODY, roundId: roundIdAt(NOW_SECONDS), feedOwner: payer });
    expect(io.asked).toMatchObject([{ method: 'POST', path: '/v1/agent/execute' }]);
    const { agent_request_auth_sig: signature, ...body } = sent[0]!;
    expect(body).toEqual({
      ...{ payer: signer.address, canonical_timestamp: NOW_SECONDS, signatures_required: 3, registry_version: 3 },
      ...{ amount: 1_604, apiConfig: source },
    });
    const hash = agentRequestAuthHash({
      ...{ escrow, gateway, feedId: deriveFeedId({ owner: payer, sourceId, signaturesRequired: 3 }) },
      ...{ canonicalTimestampSeconds: unixSeconds(NOW_SECONDS), amountAtomic: PRICE },
    });
    expect(ed25519.verify(fromHex(String(signature), 64), hash, ed25519.getPublicKey(seed))).toBe(true);
  });

  it.each([0n, -1n, 1_604, undefined])('may not be made without a limit: %s', (maxAmount) => {
    expect(() => agent({ signer, maxAmount: maxAmount as bigint })).toThrow(expect.objectContaining({ field: 'maxAmount' }));
  });

  it('is on the ledger where the account of the round has its message', async () => {
    const { data, fields } = accounts.valid.find(({ account }) => account === 'AgentRound')!;
    const read: ReturnType<typeof fakeLedger>['read'] = (address, decode) =>
      Promise.resolve(formatAddress(address) === roundIdAt(NOW_SECONDS) ? decode(fromHex(data)) : null);
    const message = fromHex((fields as { message: string }).message);
    const settlement = { kind: 'settled', signature: null, slot: 1, final: false } as const;
    const { earned } = await ask([BODY], { ledger: fakeLedger({ read }) });
    expect(await earned?.isOnLedger({ settlement, message })).toBe(true);
    await expect(earned?.isOnLedger({ settlement, message: new Uint8Array(32) })).rejects.toMatchObject({ reason: 'not_settled' });
    const another = (await ask([TAKEN, BODY], { ledger: fakeLedger({ read }) })).earned;
    expect(await another?.isOnLedger({ settlement, message })).toBe(false);
  });
});

describe('what an agent signs', () => {
  it('is nothing above its limit', async () => {
    const { error, io } = await ask([BODY], { maxAmount: PRICE - 1n });
    expect(error).toMatchObject({ name: 'SpendingLimitError', amount: PRICE, maxAmount: PRICE - 1n });
    expect(io.asked).toEqual([]);
    expect((await ask([BODY], { maxAmount: PRICE })).earned?.answer).toBe(BODY);
  });

  it('is within the limit for all seconds together', async () => {
    const { error, seconds } = await ask([TAKEN], { maxAmount: 3n * PRICE - 1n });
    expect(error).toBe(TAKEN);
    expect(new Set(seconds).size).toBe(2);
  });

  it('is the price that the gateway still charges, for the same second', async () => {
    const { earned, seconds, amounts } = await ask([refusal('amount_mismatch', { body: { amount: 1_700 } }), BODY]);
    expect(earned?.answer).toBe(BODY);
    expect({ seconds, amounts }).toEqual({ seconds: [NOW_SECONDS, NOW_SECONDS], amounts: [1_604, 1_700] });
  });

  it('is not another price above the limit', async () => {
    const { error, amounts } = await ask([refusal('amount_mismatch', { body: { amount: 1_700 } }), BODY], { maxAmount: 1_699n });
    expect(error).toMatchObject({ name: 'SpendingLimitError', amount: 1_700n });
    expect(amounts).toEqual([1_604]);
  });

  it.each([{}, { amount: 1_604 }, { amount: '1700' }, { amount: -1 }, { amount: 0.5 }])('is not asked for again by %j', async (body) => {
    const { error, amounts } = await ask([refusal('amount_mismatch', { body }), BODY]);
    expect(error).toMatchObject({ code: 'amount_mismatch' });
    expect(amounts).toEqual([1_604]);
  });

  it('takes from the allowance what a second costs at most', async () => {
    const taken: bigint[] = [];
    const allowance = { take: (amount: bigint) => Promise.resolve(void taken.push(amount)) };
    await ask([refusal('amount_mismatch', { body: { amount: 1_700 } }), BODY], { allowance });
    expect(taken).toEqual([PRICE, 96n]);
  });
});

describe('an escrow that lacks funds', () => {
  it('is an error without a way to fund it', async () => {
    const { error, seconds } = await ask([lacks(), BODY]);
    expect(error).toMatchObject({ name: 'GatewayError', code: 'escrow_underfunded' });
    expect(seconds).toHaveLength(1);
  });

  it('is paid in once, by the terms of the ledger, and asked again for the same second', async () => {
    const paid: EscrowTerms[] = [];
    const { earned, seconds } = await ask([lacks(), lacks(), BODY], { fund: (terms) => Promise.resolve(void paid.push(terms)) });
    expect(earned?.answer).toBe(BODY);
    expect(seconds).toEqual(Array(3).fill(NOW_SECONDS));
    expect(paid).toMatchObject([{ amount: 1_000n, escrow: formatAddress(escrow), network }]);
  });

  it('is not checked for ever', async () => {
    let paid = 0;
    const { error, seconds } = await ask([lacks()], { fund: () => Promise.resolve(void (paid += 1)) });
    expect(error).toMatchObject({ code: 'escrow_underfunded' });
    expect({ paid, asked: seconds.length }).toEqual({ paid: 1, asked: 7 });
  });

  it('is not paid by the word of the gateway', async () => {
    const fund = () => expect.fail('was asked to pay');
    const { error } = await ask([lacks({ payTo: GATEWAY }), BODY], { fund });
    expect(error).toMatchObject({ name: 'VerificationError', reason: 'other_terms' });
  });

  it('is not asked again where its funding failed', async () => {
    const cause = new Error('no money');
    const { error, seconds } = await ask([lacks(), BODY], { fund: () => Promise.reject(cause) });
    expect(error).toMatchObject({ name: 'ClientUsageError', field: 'fund', cause });
    expect(seconds).toHaveLength(1);
  });

  it('needs another second where its funding takes minutes, within the limit', async () => {
    const fund = (_terms: EscrowTerms, io: FakeIo): Promise<void> => io.wait(240_000);
    const limited = await ask([lacks(), BODY], { fund, maxAmount: 2n * PRICE - 1n });
    expect(limited.error).toMatchObject({ name: 'SpendingLimitError', amount: 2n * PRICE });
    expect(limited.seconds).toEqual([NOW_SECONDS]);
    const { earned, seconds } = await ask([lacks(), BODY], { fund, maxAmount: 2n * PRICE });
    expect(earned?.answer).toBe(BODY);
    expect(seconds).toEqual([NOW_SECONDS, NOW_SECONDS + 240]);
  });
});

describe('a round of an agent whose answer was lost', () => {
  it('is looked up as its requester, and paid once', async () => {
    const found = { data: { state: 'settled', private: true, result: BODY } };
    const said = [new TransportError('gateway', 'cut'), { data: { private: true } }, found];
    const { earned, io, seconds } = await ask(said);
    expect(earned).toMatchObject({ answer: BODY, roundId: roundIdAt(NOW_SECONDS) });
    expect(seconds).toHaveLength(1);
    expect(io.asked[2]?.headers?.['authorization']).toMatch(new RegExp(`^RoundRead ${signer.address}\\.\\d+\\.0x[0-9a-f]{128}$`));
  });

  it('is asked for again under its id, which is charged once at most', async () => {
    const said = (): Said[] => [new TransportError('gateway', 'cut'), refusal('round_not_found', { status: 404 }), answerOf(BODY)];
    const { earned, seconds } = await ask(said(), { maxAmount: PRICE });
    expect(earned?.answer).toBe(BODY);
    expect(seconds).toEqual([NOW_SECONDS, NOW_SECONDS]);
  });
});
