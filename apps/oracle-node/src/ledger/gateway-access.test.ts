import type { Tenant } from '@oracle-gateway/fair-share';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, gatewayAccount, PROGRAM_ID, registryAccount } from '../../tests/ledger-fake.js';
import { NodeError } from '../errors/node-error.js';
import { createGatewayAccess } from './gateway-access.js';

const authority = toAddress(new Uint8Array(32).fill(1));
const stranger = toAddress(new Uint8Array(32).fill(2));
const FROM = from('192.0.2.1');
const pda = formatAddress(gatewayAddress(PROGRAM_ID, authority));

/** A place from which no gateway has signed yet. */
function from(block: string): Tenant {
  return { name: `block:${block}`, isStranger: true };
}

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
    const caller = await access.find(authority, FROM);
    expect(caller).toEqual({ authority, gateway: gatewayAddress(PROGRAM_ID, authority), name: formatAddress(authority) });
  });

  it('answers for a known gateway from memory, also while the ledger is down', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority, FROM);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    clock.nowMs += 60_000;
    expect(await access.find(authority, FROM)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    clock.nowMs += 1;
    await expect(access.find(authority, FROM)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
  });

  it('notices with the next refresh that a gateway was switched off, and that it is back', async () => {
    const { access, ledger } = start();
    await access.find(authority, FROM);
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n }));
    expect(await access.find(authority, FROM)).not.toBeNull();
    await access.refresh();
    expect(await access.find(authority, FROM)).toBeNull();
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }));
    await access.refresh();
    expect(await access.find(authority, FROM)).not.toBeNull();
  });

  it('remembers a stranger for a while, then checks again', async () => {
    const { access, ledger, clock } = start();
    expect(await access.find(stranger, FROM)).toBeNull();
    expect(await access.find(stranger, FROM)).toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    ledger.gateways.set(formatAddress(gatewayAddress(PROGRAM_ID, stranger)), gatewayAccount(stranger));
    clock.nowMs += 5_000;
    expect(await access.find(stranger, FROM)).not.toBeNull();
  });

  it('reads once for requests that arrive together', async () => {
    const { access, ledger } = start();
    await Promise.all(Array.from({ length: 20 }, () => access.find(authority, FROM)));
    expect(ledger.reads.gateway).toBe(1);
  });

  it.each([
    ['seven times a second for unknown authorities from one place', true, 7],
    ['ten times from one from which a gateway has signed', false, 10],
  ])('asks the ledger at most %s', async (_, isStranger, times) => {
    const { access, ledger, clock } = start();
    const tenant = { ...FROM, isStranger };
    const outcomes = await Promise.allSettled(unknown(30).map((each) => access.find(each, tenant)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30 - times);
    expect(ledger.reads.gateway).toBe(times);
    clock.nowMs += 1_100;
    expect(await access.find(authority, tenant)).not.toBeNull();
  });

  it('strangers from however many places leave look-ups to one from which a gateway has signed', async () => {
    const { access, ledger } = start();
    const strangers = unknown(200).map((each, place) => access.find(each, from(`198.51.100.${place}`)));
    const outcomes = await Promise.allSettled(strangers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(await access.find(authority, { ...FROM, isStranger: false })).not.toBeNull();
    expect(ledger.reads.gateway).toBe(33);
  });

  it('strangers use up no look-ups of a gateway that comes from elsewhere', async () => {
    const { access } = start();
    await Promise.allSettled(unknown(60).map((each) => access.find(each, FROM)));
    expect(await access.find(authority, from('198.51.100.7'))).not.toBeNull();
  });

  it('a known gateway that must be read again needs none of the look-ups of strangers', async () => {
    const { access, clock } = start();
    await access.find(authority, FROM);
    clock.nowMs += 60_001;
    await Promise.allSettled(unknown(30).map((each) => access.find(each, FROM)));
    expect(await access.find(authority, FROM)).not.toBeNull();
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
    expect(await lagging.find(authority, FROM)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(authority, FROM)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(authority, FROM)).not.toBeNull();
    clock.nowMs += 60_001;
    await expect(lagging.find(authority, FROM)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
    expect(ledger.reads.gateway).toBe(0);
    expect(access.isKnown(authority)).toBe(false);
  });

  it('a flood of strangers pushes no known gateway out', async () => {
    const { access, ledger, clock } = start();
    await access.find(authority, FROM);
    for (let fill = 0; fill < 1_200; fill += 1) {
      if (fill % 32 === 0) clock.nowMs += 1_100;
      const bytes = new Uint8Array(32).fill(3);
      new DataView(bytes.buffer).setUint32(0, fill);
      expect(await access.find(toAddress(bytes), from(`192.0.2.${fill % 32}`))).toBeNull();
    }
    const before = ledger.reads.gateway;
    expect(await access.find(authority, FROM)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(before);
  });

  it('propagates a failed refresh and keeps what it knows', async () => {
    const { access, ledger } = start();
    await access.find(authority, FROM);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    await expect(access.refresh()).rejects.toThrow(LedgerUnavailableError);
    expect(await access.find(authority, FROM)).not.toBeNull();
  });
});
