import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, gatewayAccount, PROGRAM_ID, registryAccount } from '../tests/ledger-fake.js';
import { NodeError } from './errors.js';
import { createGatewayAccess } from './gateway-access.js';

const authority = toAddress(new Uint8Array(32).fill(1));
const stranger = toAddress(new Uint8Array(32).fill(2));
const BLOCK = '192.0.2.1';
const pda = formatAddress(gatewayAddress(PROGRAM_ID, authority));

function unknown(count: number) {
  return Array.from({ length: count }, (_, fill) => toAddress(new Uint8Array(32).fill(fill + 10)));
}

function start() {
  const clock = { nowMs: 1_000_000 };
  const ledger = createFakeLedger(registryAccount([]), [authority]);
  const access = createGatewayAccess({ reader: ledger.reader, programId: PROGRAM_ID, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
  return { clock, ledger, access };
}

describe('gateway access', () => {
  it('names the gateway account of a registered authority', async () => {
    const { access } = start();
    const caller = await access.find(authority, BLOCK);
    expect(caller).toEqual({ authority, gateway: gatewayAddress(PROGRAM_ID, authority), name: formatAddress(authority) });
  });

  it('answers for a known gateway from memory, also while the ledger is down', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority, BLOCK);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    clock.nowMs += 60_000;
    expect(await access.find(authority, BLOCK)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    clock.nowMs += 1;
    await expect(access.find(authority, BLOCK)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
  });

  it('notices with the next refresh that a gateway was switched off, and that it is back', async () => {
    const { access, ledger } = start();
    await access.find(authority, BLOCK);
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n }));
    expect(await access.find(authority, BLOCK)).not.toBeNull();
    await access.refresh();
    expect(await access.find(authority, BLOCK)).toBeNull();
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }));
    await access.refresh();
    expect(await access.find(authority, BLOCK)).not.toBeNull();
  });

  it('remembers a stranger for a while, then looks again', async () => {
    const { access, ledger, clock } = start();
    expect(await access.find(stranger, BLOCK)).toBeNull();
    expect(await access.find(stranger, BLOCK)).toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    ledger.gateways.set(formatAddress(gatewayAddress(PROGRAM_ID, stranger)), gatewayAccount(stranger));
    clock.nowMs += 5_000;
    expect(await access.find(stranger, BLOCK)).not.toBeNull();
  });

  it('reads once for requests that arrive together', async () => {
    const { access, ledger } = start();
    await Promise.all(Array.from({ length: 20 }, () => access.find(authority, BLOCK)));
    expect(ledger.reads.gateway).toBe(1);
  });

  it('asks the ledger at most ten times a second for unknown authorities from one place', async () => {
    const { access, ledger, clock } = start();
    const outcomes = await Promise.allSettled(unknown(30).map((each) => access.find(each, BLOCK)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(ledger.reads.gateway).toBe(10);
    clock.nowMs += 1_000;
    expect(await access.find(authority, BLOCK)).not.toBeNull();
  });

  it('strangers use up no look-ups of a gateway that comes from elsewhere', async () => {
    const { access } = start();
    await Promise.allSettled(unknown(60).map((each) => access.find(each, BLOCK)));
    expect(await access.find(authority, '198.51.100.7')).not.toBeNull();
  });

  it('a known gateway that must be read again needs none of the look-ups of strangers', async () => {
    const { access, clock } = start();
    await access.find(authority, BLOCK);
    clock.nowMs += 60_001;
    await Promise.allSettled(unknown(30).map((each) => access.find(each, BLOCK)));
    expect(await access.find(authority, BLOCK)).not.toBeNull();
  });

  it('a server that lags behind brings no gateway back, and keeps none fresh', async () => {
    const { access, ledger, clock } = start();
    const answers = [
      { value: gatewayAccount(authority, { deactivatedAt: 5n }), slot: 9 },
      { value: gatewayAccount(authority), slot: 8 },
      { value: gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }), slot: 10 },
    ];
    const reader = { gateway: () => Promise.resolve(answers.shift() ?? { value: null, slot: 7 }) };
    const lagging = createGatewayAccess({ reader, programId: PROGRAM_ID, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
    expect(await lagging.find(authority, BLOCK)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(authority, BLOCK)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(authority, BLOCK)).not.toBeNull();
    clock.nowMs += 60_001;
    await expect(lagging.find(authority, BLOCK)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
    expect(ledger.reads.gateway).toBe(0);
    expect(access.isKnown(authority)).toBe(false);
  });

  it('a flood of strangers pushes no known gateway out', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority, BLOCK);
    for (let fill = 0; fill < 1_200; fill += 1) {
      if (fill % 40 === 0) clock.nowMs += 1_000;
      const bytes = new Uint8Array(32).fill(3);
      new DataView(bytes.buffer).setUint32(0, fill);
      expect(await access.find(toAddress(bytes), `192.0.2.${fill % 4}`)).toBeNull();
    }
    const before = ledger.reads.gateway;
    expect(await access.find(authority, BLOCK)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(before);
  });

  it('propagates a failed refresh and keeps what it knows', async () => {
    const { access, ledger } = start();
    await access.find(authority, BLOCK);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    await expect(access.refresh()).rejects.toThrow(LedgerUnavailableError);
    expect(await access.find(authority, BLOCK)).not.toBeNull();
  });
});
