import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, gatewayAccount, PROGRAM_ID, registryAccount } from '../tests/ledger-fake.js';
import { NodeError } from './errors.js';
import { createGatewayAccess } from './gateway-access.js';

const authority = toAddress(new Uint8Array(32).fill(1));
const stranger = toAddress(new Uint8Array(32).fill(2));
const pda = formatAddress(gatewayAddress(PROGRAM_ID, authority));

const start = () => {
  const clock = { nowMs: 1_000_000 };
  const ledger = createFakeLedger(registryAccount([]), [authority]);
  const access = createGatewayAccess({ reader: ledger.reader, programId: PROGRAM_ID, maxAgeMs: 60_000, nowMs: () => clock.nowMs });
  return { clock, ledger, access };
};

describe('gateway access', () => {
  it('names the gateway account of a registered authority', async () => {
    const { access } = start();
    const caller = await access.find(authority);
    expect(caller).toEqual({ authority, gateway: gatewayAddress(PROGRAM_ID, authority), name: formatAddress(authority) });
  });

  it('answers for a known gateway from memory, also while the ledger is down', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    clock.nowMs += 60_000;
    expect(await access.find(authority)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    clock.nowMs += 1;
    await expect(access.find(authority)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
  });

  it('notices with the next refresh that a gateway was switched off, and that it is back', async () => {
    const { access, ledger } = start();
    await access.find(authority);
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n }));
    expect(await access.find(authority)).not.toBeNull();
    await access.refresh();
    expect(await access.find(authority)).toBeNull();
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }));
    await access.refresh();
    expect(await access.find(authority)).not.toBeNull();
  });

  it('remembers a stranger for a while, then looks again', async () => {
    const { access, ledger, clock } = start();
    expect(await access.find(stranger)).toBeNull();
    expect(await access.find(stranger)).toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    ledger.gateways.set(formatAddress(gatewayAddress(PROGRAM_ID, stranger)), gatewayAccount(stranger));
    clock.nowMs += 5_000;
    expect(await access.find(stranger)).not.toBeNull();
  });

  it('reads once for requests that arrive together', async () => {
    const { access, ledger } = start();
    await Promise.all(Array.from({ length: 20 }, () => access.find(authority)));
    expect(ledger.reads.gateway).toBe(1);
  });

  it('asks the ledger at most twenty times a second for unknown authorities', async () => {
    const { access, ledger, clock } = start();
    const unknown = Array.from({ length: 30 }, (_, fill) => toAddress(new Uint8Array(32).fill(fill + 10)));
    const outcomes = await Promise.allSettled(unknown.map((each) => access.find(each)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(ledger.reads.gateway).toBe(20);
    clock.nowMs += 1_000;
    expect(await access.find(authority)).not.toBeNull();
  });

  it('a flood of strangers pushes no known gateway out', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority);
    for (let fill = 0; fill < 1_200; fill += 1) {
      if (fill % 20 === 0) clock.nowMs += 1_000;
      const bytes = new Uint8Array(32).fill(3);
      new DataView(bytes.buffer).setUint32(0, fill);
      expect(await access.find(toAddress(bytes))).toBeNull();
    }
    const before = ledger.reads.gateway;
    expect(await access.find(authority)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(before);
  });

  it('propagates a failed refresh and keeps what it knows', async () => {
    const { access, ledger } = start();
    await access.find(authority);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    await expect(access.refresh()).rejects.toThrow(LedgerUnavailableError);
    expect(await access.find(authority)).not.toBeNull();
  });
});
