import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { measureConsumer } from '../bench/measure-consumer.js';
import { consumerExampleArtifactPath } from '../artifact.js';
import { PROGRAM, startingFrom } from './built-program.js';
import { be32, concat } from './bytes.js';
import { namedKeypair, type Outcome } from './chain.js';
import { Consumer, marketKeypair, roundOfMarket, SOURCE_TEXT } from './consumer.js';
import { administrator, configAddress, GRACE, registryAddress, START, stranger } from './deployment.js';
import { expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { keccak } from './signer.js';
import { feedAddress, worldInUse } from './world.js';

const SIX_DECIMALS_PRICE = 64_628_310_000n;
/** Refusals of the crates `feed` and `attestation`. */
const FEED = {
  wrongOwner: 7000,
  notAFeed: 7001,
  anotherFeed: 7002,
  unknownMode: 7003,
  anotherMode: 7004,
  tooFewSignatures: 7005,
  stale: 7007,
  ahead: 7008,
  notNewer: 7011,
};
const ATTESTATION = {
  wrongOwner: 7100,
  wrongAccount: 7101,
  versionExpired: 7102,
  belowMinSigners: 7103,
  invalidBitmap: 7104,
  wrongAggregateKey: 7105,
  wrongSignerSet: 7107,
  missingSignerSet: 7108,
  invalidAttestation: 7109,
};
const TOLERANCE_TEXT = concat(
  '{"aggregation":{"maxAgeMs":2000,"maxDeviationBps":50,"mode":"tolerance","numeric":{"decimals":8,"type":"int256"},"rule":"median"},',
  '"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}',
);

const PAGE = new URL('../../../docs/on-chain.md', import.meta.url);
const BLOCK = /(<!-- compute units: written by .* -->\n\n)[\s\S]*?(\n\n<!-- \/compute units -->)/;

function tableOf(rows: ReturnType<typeof measureConsumer>): string {
  const lines = rows.map(({ name, computeUnits, dataBytes }) => `| ${name} | ${computeUnits.toLocaleString('en')} | ${dataBytes} |`);
  return ['| 3 signers of 5 nodes | compute units | data bytes |', '| --- | --: | --: |', ...lines].join('\n');
}

/** The price that the program answered with. */
function priceOf(outcome: Outcome): bigint {
  if (!outcome.ok) throw new Error(`${outcome.refusal}\n${outcome.logs.join('\n')}`);
  const padded = new Uint8Array(16);
  padded.set(outcome.returnData);
  const view = new DataView(padded.buffer);
  return (view.getBigInt64(8, true) << 64n) | view.getBigUint64(0, true);
}

function expectCode(outcome: Outcome, code: number): void {
  expectRefused(outcome, `custom program error ${code}`);
}

describe('a program that reads feeds', () => {
  startingFrom(worldInUse, (world) => {
    const start = () => {
      const round = roundOfMarket(world());
      world().chain.must(world().showSource(round, SOURCE_TEXT), stranger);
      const submit = (...args: [Parameters<ReturnType<typeof world>['submit']>[1]?, object?]) => world().submit(round, ...args);
      return { round, submit, consumer: Consumer.open(world(), round) };
    };

    it('reads a feed, refreshes it in the same instruction, and verifies a value that no account holds', () => {
      const { round, submit, consumer } = start();
      expect(priceOf(consumer.send(consumer.refresh(submit())))).toBe(SIX_DECIMALS_PRICE);
      expect(priceOf(consumer.send(consumer.read(round)))).toBe(SIX_DECIMALS_PRICE);
      expect(priceOf(consumer.send(consumer.verify(submit())))).toBe(SIX_DECIMALS_PRICE);
    });

    it('takes the keys in each of their forms', () => {
      const { round, submit, consumer } = start();
      world().chain.must(world().createSignerSet(round), stranger);
      for (const [age, keyForm] of [world().slopes(round), world().signerSet(round)].entries()) {
        const observedAtMs = START * 1_000n + BigInt(age);
        expect(priceOf(consumer.send(consumer.verify(submit({ keyForm, observedAtMs }))))).toBe(SIX_DECIMALS_PRICE);
      }
      expect(priceOf(consumer.send(consumer.refresh(submit({ keyForm: world().signerSet(round) }))))).toBe(SIX_DECIMALS_PRICE);
    });

    it('reads a value that was submitted in the same transaction', () => {
      const { round, submit, consumer } = start();
      expect(priceOf(consumer.send(submit(), consumer.read(round)))).toBe(SIX_DECIMALS_PRICE);
    });

    it('serves sixty users of one second, each with a value of its own', () => {
      const { round, consumer } = start();
      const users = Array.from({ length: 60 }, (_, user) => user);
      // Some bring what another has brought, and most an older value.
      const observedAtOf = (user: number) => START * 1_000n + BigInt((user * 37) % 50) * 20n;
      let newest = -1n;
      for (const user of users) {
        const payer = namedKeypair(`user ${user}`);
        world().chain.fund(payer.publicKey);
        const value = be32(BigInt(user + 1) * 10n ** 18n);
        const submit = world().submit({ ...round, value }, { observedAtMs: observedAtOf(user), payer: payer.publicKey });
        const price = priceOf(world().chain.send([submit, consumer.read(round)], payer));
        if (observedAtOf(user) > newest) {
          newest = observedAtOf(user);
          expect(price).toBe(BigInt(user + 1) * 1_000_000n);
        }
        expect(world().feed(round).observedAtMs).toBe(newest);
      }
    });

    it('refuses the feed of another source, of another owner program, and an account that is no feed', () => {
      const { round, submit, consumer } = start();
      const other = roundOfMarket(world(), { apiConfigHash: keccak(TOLERANCE_TEXT) });
      world().chain.must([submit(), world().submit(other)], stranger);
      expectCode(consumer.send(consumer.read(other)), FEED.anotherFeed);
      expectCode(consumer.send(consumer.read(round, registryAddress(1n))), FEED.notAFeed);
      const copy = namedKeypair('copied feed').publicKey;
      world().chain.setAccount(copy, { owner: stranger.publicKey, data: world().chain.data(feedAddress(round)) });
      expectCode(consumer.send(consumer.read(round, copy)), FEED.wrongOwner);
    });

    it('refuses a feed whose mode is unknown or another', () => {
      const round = roundOfMarket(world());
      const consumer = Consumer.open(world(), round);
      world().chain.must(world().submit(round), stranger);
      expectCode(consumer.send(consumer.read(round)), FEED.unknownMode);
      const tolerant = roundOfMarket(world(), { apiConfigHash: keccak(TOLERANCE_TEXT) });
      world().chain.must([world().showSource(tolerant, TOLERANCE_TEXT), world().submit(tolerant)], stranger);
      const market = new Uint8Array(world().chain.data(marketKeypair.publicKey));
      market.set(world().feed(tolerant).feedId, 32);
      world().chain.setAccount(marketKeypair.publicKey, { owner: consumer.read(round).programId, data: market });
      expectCode(consumer.send(consumer.read(tolerant)), FEED.anotherMode);
    });

    it('refuses a value that is a minute old, read or brought', () => {
      const { round, submit, consumer } = start();
      world().chain.must(submit(), stranger);
      const attestation = submit();
      world().chain.now = START + 60n;
      expect(priceOf(consumer.send(consumer.read(round)))).toBe(SIX_DECIMALS_PRICE);
      expect(priceOf(world().fork().chain.send(consumer.verify(attestation), stranger))).toBe(SIX_DECIMALS_PRICE);
      world().chain.now = START + 61n;
      expectCode(consumer.send(consumer.read(round)), FEED.stale);
      expectCode(consumer.send(consumer.verify(attestation)), FEED.stale);
    });

    it('verifies only values that are newer than the last one, so that no caller chooses the best of a minute', () => {
      const { submit, consumer } = start();
      const at = (observedAtMs: bigint) => consumer.send(consumer.verify(submit({ observedAtMs })));
      const now = START * 1_000n;
      expect(priceOf(at(now - 1_000n))).toBe(SIX_DECIMALS_PRICE);
      for (const older of [now - 59_000n, now - 1_001n, now - 1_000n]) expectCode(at(older), FEED.notNewer);
      expectCode(at(now + 2_001n), FEED.ahead);
      expect(priceOf(at(now - 999n))).toBe(SIX_DECIMALS_PRICE);
      const readonlyMarket = withAccount(consumer.verify(submit()), 0, { isWritable: false });
      expect(consumer.send(readonlyMarket).ok).toBe(false);
    });

    it('refuses a value of fewer signatures than it requires', () => {
      const round = roundOfMarket(world(), { signaturesRequired: 2, signers: [0, 1] });
      const consumer = Consumer.open(world(), round);
      world().chain.must(world().showSource(round, SOURCE_TEXT), stranger);
      const submit = world().submit(round);
      expectCode(consumer.send(consumer.verify(submit)), FEED.tooFewSignatures);
      expectCode(consumer.send(consumer.refresh(submit)), FEED.tooFewSignatures);
    });

    it('refuses one bit off the value, the time, the source or the signature, verified here or by the oracle', () => {
      const { round, submit, consumer } = start();
      const oneBitOff = (bytes: Uint8Array, at = bytes.length - 1) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
      const forged = [
        submit({ value: oneBitOff(round.value) }, { value: round.value }),
        submit({ timestampMs: START * 1_000n + 1n }, { timestampMs: START * 1_000n }),
        submit({ observedAtMs: START * 1_000n + 1n }, { observedAtMs: START * 1_000n }),
        submit({ form: 2 }, { form: 1 }),
        submit({ sourceId: oneBitOff(round.apiConfigHash) }),
      ];
      for (const instruction of forged) expectCode(consumer.send(consumer.verify(instruction)), ATTESTATION.invalidAttestation);
      expectRefused(consumer.send(consumer.refresh(forged[0]!)), 'InvalidAttestation');
      const honest = submit();
      for (const place of [-1, -66, -70, -100]) {
        const data = oneBitOff(honest.data, honest.data.length + place);
        const outcome = consumer.send(consumer.verify(withData(honest, data)));
        expect(outcome.ok, `bit ${place} bytes from the end`).toBe(false);
      }
    });

    it('refuses signatures of another quorum, of empty slots, and of too few', () => {
      const { round, submit, consumer } = start();
      const verify = (instruction: ReturnType<typeof submit>) => consumer.send(consumer.verify(instruction));
      expectCode(verify(world().submit({ ...round, signaturesRequired: 1, signers: [0] })), ATTESTATION.belowMinSigners);
      expectCode(verify(submit({ bitmap: Uint8Array.of(0b111) })), ATTESTATION.wrongAggregateKey);
      expectCode(verify(submit({ bitmap: Uint8Array.of(0b11) })), ATTESTATION.invalidBitmap);
      expectCode(verify(submit({ bitmap: Uint8Array.of(0b100011) })), ATTESTATION.invalidBitmap);
      const other = { ...round, signers: [0, 1, 2] };
      world().chain.must(world().createSignerSet(other), stranger);
      expectCode(verify(submit({ keyForm: world().signerSet(other) })), ATTESTATION.wrongSignerSet);
      const withoutSet = withData(consumer.verify(submit()), consumer.verify(submit({ keyForm: world().signerSet(round) })).data);
      expectCode(consumer.send(withoutSet), ATTESTATION.missingSignerSet);
    });

    it('refuses accounts that the oracle does not own, or of another kind', () => {
      const { submit, consumer } = start();
      const honest = consumer.verify(submit());
      const sendWith = (at: number, pubkey = configAddress) => consumer.send(withAccount(honest, at, { pubkey }));
      const copies = [configAddress, registryAddress(1n)].map((address, index) => {
        const copy = namedKeypair(`copy ${index}`).publicKey;
        world().chain.setAccount(copy, { owner: stranger.publicKey, data: world().chain.data(address) });
        return copy;
      });
      expectCode(sendWith(1, copies[0]), ATTESTATION.wrongOwner);
      expectCode(sendWith(2, copies[1]), ATTESTATION.wrongOwner);
      expectCode(sendWith(2), ATTESTATION.wrongAccount);
      expectCode(sendWith(1, registryAddress(1n)), ATTESTATION.wrongAccount);
    });

    it('refuses a registry version that an emergency has ended', () => {
      const { submit, consumer } = start();
      const attestation = submit();
      world().chain.must(world().changeRegistry({ version: 1n, emergency: true }), administrator);
      world().chain.now = START + GRACE;
      expectCode(consumer.send(consumer.verify(attestation)), ATTESTATION.versionExpired);
    });

    it('calls no program but its own oracle, and opens a market once', () => {
      const { submit, consumer } = start();
      expectRefused(consumer.send(consumer.refresh(submit(), stranger.publicKey)), 'IncorrectProgramId');
      expectRefused(world().chain.send(consumer.openAgain(), stranger, marketKeypair), 'AccountAlreadyInitialized');
    });

    it('does not read the feed of an oracle that the market does not name', () => {
      const round = roundOfMarket(world());
      const consumer = Consumer.open(world(), round, stranger.publicKey);
      world().chain.must(world().showSource(round, SOURCE_TEXT), stranger);
      const submit = world().submit(round);
      world().chain.must(submit, stranger);
      expectCode(consumer.send(consumer.read(round)), FEED.wrongOwner);
      expectCode(consumer.send(consumer.verify(submit)), ATTESTATION.wrongOwner);
    });
  });

  it('costs what docs/on-chain.md says: at most 1,500 compute units for a read, and 33,000 for a verification with a signer set', () => {
    const rows = measureConsumer(PROGRAM);
    expect(rows.find(({ name }) => name.startsWith('`read`'))?.computeUnits).toBeLessThanOrEqual(1_500);
    expect(rows.find(({ name }) => name.startsWith('`verify`'))?.computeUnits).toBeLessThanOrEqual(33_000);
    const page = readFileSync(PAGE, 'utf8');
    expect(page).toMatch(BLOCK);
    const written = page.replace(BLOCK, (_, before: string, after: string) => `${before}${tableOf(rows)}${after}`);
    if (process.env.WRITE_COMPUTE_UNITS === undefined) expect(page).toBe(written);
    else writeFileSync(PAGE, written);
  });

  it('has the committed hash, and holds no path of the machine that built it', () => {
    const program = readFileSync(consumerExampleArtifactPath);
    const sums = readFileSync(new URL('SHA256SUMS', consumerExampleArtifactPath), 'utf8');
    expect(sums.trim()).toBe(`${createHash('sha256').update(program).digest('hex')}  oracle_gateway_consumer_example.so`);
    expect(program.toString('latin1')).not.toMatch(/\/(home|root|work|tmp|Users)\//);
  });
});
