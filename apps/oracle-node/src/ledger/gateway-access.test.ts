import type { Tenant } from '@oracle-gateway/fair-share';
import { type GatewayAccountReader, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { type Address, formatAddress, toAddress } from '@oracle-gateway/protocol';
import { AccountDecodeError, gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import { createFakeLedger, gatewayAccount, PROGRAM_ID, registryAccount } from '../../tests/ledger-fake.js';
import { NodeError } from '../errors/node-error.js';
import { createGatewayAccess, type GatewaySigner } from './gateway-access.js';

const authority = toAddress(new Uint8Array(32).fill(1));
const stranger = toAddress(new Uint8Array(32).fill(2));
const FROM = from('192.0.2.1');
const signer = signerOf(authority);
const pda = formatAddress(signer.gateway);

/** A key that signs for the account that was registered with it. */
function signerOf(key: Address): GatewaySigner {
  return { gateway: gatewayAddress(PROGRAM_ID, key), authority: key };
}

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
  const access = createGatewayAccess({ reader: ledger.reader, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
  return { clock, ledger, access };
}

describe('gateway access', () => {
  it('names a gateway by its account', async () => {
    const { access } = start();
    const caller = await access.find(signer, FROM);
    expect(caller).toEqual({ ...signer, name: pda });
  });

  it('answers for a known gateway from memory, also while the ledger is down', async () => {
    const { access, ledger, clock } = start();
    await access.find(signer, FROM);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    clock.nowMs += 60_000;
    expect(await access.find(signer, FROM)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    clock.nowMs += 1;
    await expect(access.find(signer, FROM)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
  });

  it('notices with the next refresh that a gateway was switched off, and that it is back', async () => {
    const { access, ledger } = start();
    await access.find(signer, FROM);
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n }));
    expect(await access.find(signer, FROM)).not.toBeNull();
    await access.refresh();
    expect(await access.find(signer, FROM)).toBeNull();
    ledger.gateways.set(pda, gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }));
    await access.refresh();
    expect(await access.find(signer, FROM)).not.toBeNull();
  });

  it('remembers a stranger for a while, then checks again', async () => {
    const { access, ledger, clock } = start();
    expect(await access.find(signerOf(stranger), FROM)).toBeNull();
    expect(await access.find(signerOf(stranger), FROM)).toBeNull();
    expect(ledger.reads.gateway).toBe(1);
    ledger.gateways.set(formatAddress(gatewayAddress(PROGRAM_ID, stranger)), gatewayAccount(stranger));
    clock.nowMs += 5_000;
    expect(await access.find(signerOf(stranger), FROM)).not.toBeNull();
  });

  it('reads once for requests that arrive together', async () => {
    const { access, ledger } = start();
    await Promise.all(Array.from({ length: 20 }, () => access.find(signer, FROM)));
    expect(ledger.reads.gateway).toBe(1);
  });

  it.each([
    ['seven times a second for unknown accounts from one place', true, 7],
    ['ten times from one from which a gateway has signed', false, 10],
  ])('asks the ledger at most %s', async (_, isStranger, times) => {
    const { access, ledger, clock } = start();
    const tenant = { ...FROM, isStranger };
    const outcomes = await Promise.allSettled(unknown(30).map((each) => access.find(signerOf(each), tenant)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30 - times);
    expect(ledger.reads.gateway).toBe(times);
    clock.nowMs += 1_100;
    expect(await access.find(signer, tenant)).not.toBeNull();
  });

  it('strangers from however many places leave look-ups to one from which a gateway has signed', async () => {
    const { access, ledger } = start();
    const strangers = unknown(200).map((each, place) => access.find(signerOf(each), from(`198.51.100.${place}`)));
    const outcomes = await Promise.allSettled(strangers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(await access.find(signer, { ...FROM, isStranger: false })).not.toBeNull();
    expect(ledger.reads.gateway).toBe(33);
  });

  it('strangers use up no look-ups of a gateway that comes from elsewhere', async () => {
    const { access } = start();
    await Promise.allSettled(unknown(60).map((each) => access.find(signerOf(each), FROM)));
    expect(await access.find(signer, from('198.51.100.7'))).not.toBeNull();
  });

  it('a known gateway that must be read again needs none of the look-ups of strangers', async () => {
    const { access, clock } = start();
    await access.find(signer, FROM);
    clock.nowMs += 60_001;
    await Promise.allSettled(unknown(30).map((each) => access.find(signerOf(each), FROM)));
    expect(await access.find(signer, FROM)).not.toBeNull();
  });

  it('a server that lags behind brings no gateway back, and keeps none fresh', async () => {
    const { access, ledger, clock } = start();
    const answers = [
      { value: gatewayAccount(authority, { deactivatedAt: 5n }), slot: 9 },
      { value: gatewayAccount(authority), slot: 8 },
      { value: gatewayAccount(authority, { deactivatedAt: 5n, reactivatedAt: 6n }), slot: 10 },
    ];
    const reader = { gateway: () => Promise.resolve(answers.shift() ?? { value: null, slot: 7 }) };
    const lagging = createGatewayAccess({ reader, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
    expect(await lagging.find(signer, FROM)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(signer, FROM)).toBeNull();
    await lagging.refresh();
    expect(await lagging.find(signer, FROM)).not.toBeNull();
    clock.nowMs += 60_001;
    await expect(lagging.find(signer, FROM)).rejects.toEqual(new NodeError('not_ready', 'the ledger cannot be read'));
    expect(ledger.reads.gateway).toBe(0);
    expect(access.isKnown(signer)).toBe(false);
  });

  it('a flood of strangers pushes no known gateway out', async () => {
    const { access, ledger, clock } = start();
    await access.find(signer, FROM);
    for (let fill = 0; fill < 1_200; fill += 1) {
      if (fill % 32 === 0) clock.nowMs += 1_100;
      const bytes = new Uint8Array(32).fill(3);
      new DataView(bytes.buffer).setUint32(0, fill);
      expect(await access.find(signerOf(toAddress(bytes)), from(`192.0.2.${fill % 32}`))).toBeNull();
    }
    const before = ledger.reads.gateway;
    expect(await access.find(signer, FROM)).not.toBeNull();
    expect(ledger.reads.gateway).toBe(before);
  });

  it('propagates a failed refresh and keeps what it knows', async () => {
    const { access, ledger } = start();
    await access.find(signer, FROM);
    ledger.failure = new LedgerUnavailableError('getAccountInfo', 'down');
    await expect(access.refresh()).rejects.toThrow(LedgerUnavailableError);
    expect(await access.find(signer, FROM)).not.toBeNull();
  });
});

describe('a new authority', () => {
  const next = { gateway: signer.gateway, authority: stranger };

  function rotated() {
    const world = start();
    const rotate = (): void => {
      world.ledger.gateways.set(pda, { ...gatewayAccount(authority), authority: stranger });
    };
    return { ...world, rotate };
  }

  it('is served at once, under the same name, and the old one is refused from then on', async () => {
    const { access, ledger, rotate } = rotated();
    const before = await access.find(signer, FROM);
    rotate();
    expect(await access.find(signer, FROM)).toEqual(before);
    expect(await access.find(next, FROM)).toEqual({ ...next, name: pda });
    expect(ledger.reads.gateway).toBe(2);
    expect(await access.find(signer, FROM)).toBeNull();
    expect(await access.find(next, FROM)).toEqual({ ...next, name: pda });
  });

  it('is known after a refresh, and the old one is not', async () => {
    const { access, rotate } = rotated();
    await access.find(signer, FROM);
    rotate();
    expect([access.isKnown(signer), access.isKnown(next)]).toEqual([true, false]);
    await access.refresh();
    expect([access.isKnown(signer), access.isKnown(next)]).toEqual([false, true]);
    expect(await access.find(signer, FROM)).toBeNull();
  });

  it('is served though it was refused just before, as soon as a refresh shows it', async () => {
    const { access, rotate } = rotated();
    expect(await access.find(next, FROM)).toBeNull();
    rotate();
    expect(await access.find(next, FROM)).toBeNull();
    await access.refresh();
    expect(await access.find(next, FROM)).not.toBeNull();
  });

  it('ends what the old one had opened without a read, also where look-ups are used up', async () => {
    const { access, ledger, rotate } = rotated();
    expect(await access.findAgain(signer, FROM)).not.toBeNull();
    rotate();
    await access.refresh();
    await Promise.allSettled(unknown(30).map((each) => access.find(signerOf(each), FROM)));
    const before = ledger.reads.gateway;
    expect(await access.findAgain(signer, FROM)).toBeNull();
    expect(ledger.reads.gateway).toBe(before);
  });

  it('is not undone by a server that lags behind', async () => {
    const { clock } = start();
    const answers = [
      { value: { ...gatewayAccount(authority), authority: stranger }, slot: 9 },
      { value: gatewayAccount(authority), slot: 8 },
    ];
    const reader = { gateway: () => Promise.resolve(answers.shift() ?? { value: null, slot: 7 }) };
    const access = createGatewayAccess({ reader, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
    expect(await access.find(next, FROM)).not.toBeNull();
    expect(await access.find(signer, FROM)).toBeNull();
    expect(answers).toEqual([]);
    expect(await access.find(next, FROM)).not.toBeNull();
  });

  it.each([
    ['seven times a second from one place', true, 7],
    ['ten times from one from which a gateway has signed', false, 10],
  ])('makes the node read a known account at most %s where the ledger does not have it', async (_, isStranger, times) => {
    const { access, ledger, clock } = start();
    const tenant = { ...FROM, isStranger };
    await access.find(signer, from('198.51.100.7'));
    clock.nowMs += 1_100;
    const before = ledger.reads.gateway;
    for (const each of unknown(30)) {
      await access.find({ ...signer, authority: each }, tenant).catch((error: unknown) => {
        expect(error).toEqual(new NodeError('overloaded'));
      });
    }
    expect(ledger.reads.gateway - before).toBe(times);
    // One key is asked for once in five seconds.
    clock.nowMs += 1_100;
    for (let time = 0; time < 5; time += 1) expect(await access.find(next, tenant)).toBeNull();
    expect(ledger.reads.gateway - before).toBe(times + 1);
    expect(await access.find(signer, tenant)).not.toBeNull();
  });

  it('of one account is no authority of another', async () => {
    const { access, ledger } = start();
    const second = signerOf(stranger);
    ledger.gateways.set(formatAddress(second.gateway), { ...gatewayAccount(stranger), authority });
    expect(await access.find({ ...second, authority }, FROM)).toMatchObject({ name: formatAddress(second.gateway) });
    expect(await access.find(signer, FROM)).toMatchObject({ name: pda });
    expect(await access.find(second, FROM)).toBeNull();
  });
});

describe('an account that a stranger names', () => {
  it('counts as a stranger where the program has another account there, and is read alone', async () => {
    const { clock } = start();
    const asked: unknown[] = [];
    const reader: GatewayAccountReader = {
      gateway: (_, options) => {
        asked.push(options);
        return Promise.reject(new AccountDecodeError('Gateway', 'must start with SVC_GTW1'));
      },
    };
    const access = createGatewayAccess({ reader, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
    expect(await access.find(signer, FROM)).toBeNull();
    expect(await access.find(signer, FROM)).toBeNull();
    expect(asked).toEqual([{ alone: true }]);
  });

  it('is read with the others where it is a known gateway, and an account that cannot be read does not end its service', async () => {
    const { clock } = start();
    const asked: unknown[] = [];
    let failure: Error | null = null;
    const reader: GatewayAccountReader = {
      gateway: (_, options) => {
        asked.push(options);
        return failure === null ? Promise.resolve({ value: gatewayAccount(authority), slot: 1 }) : Promise.reject(failure);
      },
    };
    const access = createGatewayAccess({ reader, maxAgeMs: 60_000, monotonicMs: () => clock.nowMs });
    await access.find(signer, FROM);
    failure = new AccountDecodeError('Gateway', 'must have 200 bytes');
    await expect(access.refresh()).rejects.toThrow(AccountDecodeError);
    expect(await access.find(signer, FROM)).not.toBeNull();
    expect(asked).toEqual([{ alone: true }, { alone: false }]);
  });
});
