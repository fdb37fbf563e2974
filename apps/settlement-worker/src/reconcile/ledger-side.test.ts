import { type LedgerInstruction, type NamedTransaction, instructions, treasuryAddress } from '@oracle-gateway/ledger';
import { type Address, type SourceId, SOURCE_FORM, toForm } from '@oracle-gateway/protocol';
import { associatedTokenAddress, configAddress, escrowAddress } from '@oracle-gateway/protocol/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, PROGRAM } from '../../tests/support/books-and-ledger.js';
import { ToldLedger } from '../../tests/support/told-ledger.js';
import { readLedgerSide } from './ledger-side.js';
import { ReconcileError } from './named-transactions.js';

const mint = bytesOf('mint', 0);
const gateway = bytesOf('gateway', 0);
const owner = bytesOf('owner', 0);
const payer = bytesOf('payer', 0);
const config = configAddress(PROGRAM);
const treasury = treasuryAddress(PROGRAM, mint);
const escrow = escrowAddress(PROGRAM, payer, gateway);
const escrowTokens = associatedTokenAddress(escrow, mint);
const RANGE = { fromMs: 10_000, toMs: 50_000 };
const signed = {
  programId: PROGRAM,
  gatewayAuthority: bytesOf('authority', 0),
  sourceId: new Uint8Array(32) as SourceId,
  value: new Uint8Array(32),
  signaturesRequired: 2,
  observedAtMs: 1,
  registryVersion: 1n,
  registryCount: 3,
  s: new Uint8Array(32),
  commitment: new Uint8Array(20),
  keyForm: { form: 'sum', aggregateKey: new Uint8Array(64) } as const,
  signersBitmap: new Uint8Array(32).fill(3, 31),
};

let ledger: ToldLedger;
beforeEach(() => {
  ledger = new ToldLedger();
});

function ofSubscription(seconds: number): LedgerInstruction {
  return instructions.settleRound({
    ...signed,
    gateway,
    subscriptionOwner: owner,
    feedOwner: owner,
    form: toForm(4),
    timestampSeconds: seconds,
  });
}
function ofEscrow(seconds: number, amountAtomic: bigint, of = gateway): LedgerInstruction {
  const request = { requestSignature: new Uint8Array(64), canonicalTimestampSeconds: seconds };
  return instructions.settleAgentRound({ ...signed, ...request, gateway: of, payer, mint, form: SOURCE_FORM, amountAtomic });
}
function toTreasury(by: bigint): readonly [Address, Address, bigint] {
  return [treasury, config, by];
}
function ofOwner(by: bigint): readonly [Address, Address, bigint] {
  return [associatedTokenAddress(owner, mint), owner, by];
}
function toEscrow(by: bigint): readonly [Address, Address, bigint] {
  return [escrowTokens, escrow, by];
}
function read() {
  return readLedgerSide({ programId: PROGRAM, gateway, treasury }, RANGE, ledger.deps);
}

describe("the ledger's side of a time", () => {
  it('has every change of the treasury once, under the name of what made it', async () => {
    ledger.land(8, [], [ofOwner(1_000n)]);
    ledger.land(9, [], [toTreasury(500n), ofOwner(-500n)]);
    ledger.land(10, [], [toEscrow(90n), ofOwner(-90n)]);
    ledger.land(11, [ofSubscription(1), ofEscrow(2, 30n), ofEscrow(3, 20n)], [toEscrow(-50n), toTreasury(50n)]);
    ledger.land(12, [ofEscrow(4, 7n, bytesOf('another gateway', 0))], [toTreasury(7n)]);
    const price = { programId: PROGRAM, owner, maxAmountAtomic: 9n, registryVersion: 1n, mint };
    ledger.land(13, [instructions.renewSubscription({ ...price, rounds: 1n, expiresAtSeconds: 1n })], [toTreasury(8n), ofOwner(-8n)]);
    const payment = ledger.land(14, [], [toTreasury(3n), ofOwner(-3n)]);
    const withdrawal = { programId: PROGRAM, authority: owner, destination: bytesOf('bank', 0), amountAtomic: 11n, mint };
    ledger.land(15, [instructions.withdrawTreasury(withdrawal)], [toTreasury(-11n)]);
    const back = { programId: PROGRAM, payer, destination: bytesOf('wallet', 0), amountAtomic: 5n, gateway, mint };
    ledger.land(16, [instructions.withdrawEscrow(back)], [toEscrow(-5n)]);
    ledger.land(17, [ofEscrow(5, 1n)], [toEscrow(-1n), toTreasury(1n)], { failed: true });
    ledger.land(51, [], [toTreasury(900n)]);

    const side = await read();
    expect(side.rounds.map(({ units, amountAtomic, party }) => [party.kind, units, amountAtomic])).toEqual([
      ['subscription', 4, 0n],
      ['payer', 1, 30n],
      ['payer', 1, 20n],
    ]);
    expect(side.payments).toMatchObject([{ signature: payment, payer: owner, amountAtomic: 3n, atMs: 14_000 }]);
    expect(side.purchases).toMatchObject([{ purchase: 'renew', owner, amountAtomic: 8n }]);
    expect(side).toMatchObject({ othersAtomic: 7n, withdrawnAtomic: 11n, holes: [], firstSlot: 3 });
    expect(side.treasury).toEqual({ beforeAtomic: 500n, afterAtomic: 557n });
    expect(side.escrows).toEqual({ escrows: 1, deposited: 90n, withdrawn: 5n });
  });

  it('names the slots between which the server lacks a transaction of the treasury', async () => {
    ledger.land(11, [], [toTreasury(1n)]);
    ledger.lose(ledger.land(12, [], [toTreasury(20n)]));
    ledger.land(13, [], [toTreasury(3n)]);
    expect((await read()).holes).toEqual([{ afterSlot: 11, beforeSlot: 13, amountAtomic: 20n }]);
  });

  it.each([
    ['before', 11],
    ['behind', 50],
  ])('names a hole at its edge too, by the transaction %s it', async (_where, lost) => {
    ledger.land(9, [], [toTreasury(1n)]);
    const lostOne = ledger.land(lost, [], [toTreasury(20n)]);
    ledger.land(lost, [], [toTreasury(3n)]);
    ledger.land(51, [], [toTreasury(4n)]);
    ledger.lose(lostOne);
    expect((await read()).holes).toMatchObject([{ amountAtomic: 20n }]);
  });

  it.each([
    [10, true],
    [11, false],
  ])('needs a server that has its beginning: second %i of 10 is early enough: %s', async (firstSlot, isEnough) => {
    ledger.land(12, [], [toTreasury(1n)]);
    ledger.firstSlot = firstSlot;
    const outcome = await read().then(
      () => 'read',
      (error: unknown) => (error instanceof ReconcileError ? error.message : error),
    );
    if (isEnough) expect(outcome).toBe('read');
    else expect(outcome).toContain('since 1970-01-01T00:00:11.000Z; begin later with --from');
  });

  it.each<[string, (page: readonly NamedTransaction[]) => readonly NamedTransaction[]]>([
    ['repeats its pages', (page) => [...page, ...page]],
    ['turns their order around', (page) => page.toReversed()],
    ['dates one far back', ([first, ...rest]) => [{ ...first!, blockTimeSeconds: 1 }, ...rest]],
  ])('is refused where a server %s', async (_what, lie) => {
    ledger.land(12, [], [toTreasury(1n)]);
    ledger.land(13, [], [toTreasury(1n)]);
    const { history, rpc } = ledger.deps;
    const lying = { ...history, naming: async (...input: Parameters<typeof history.naming>) => lie(await history.naming(...input)) };
    const reading = readLedgerSide({ programId: PROGRAM, gateway, treasury }, RANGE, { rpc, history: lying });
    await expect(reading).rejects.toThrow('twice or out of their order');
  });

  it('is refused where a server names a transaction in another slot than it has it', async () => {
    ledger.land(12, [], [toTreasury(1n)]);
    const { history, rpc } = ledger.deps;
    const moved = {
      ...history,
      naming: async (...input: Parameters<typeof history.naming>) =>
        (await history.naming(...input)).map((named) => ({ ...named, slot: named.slot + 1 })),
    };
    await expect(readLedgerSide({ programId: PROGRAM, gateway, treasury }, RANGE, { rpc, history: moved })).rejects.toThrow('in two slots');
  });

  it('has the rounds of this Gateway account that move nothing, and no treasury where no transaction names it', async () => {
    ledger.land(20, [ofSubscription(1)], []);
    expect(await read()).toMatchObject({ rounds: [{ units: 4, amountAtomic: 0n }], treasury: null, payments: [] });
  });
});
