import { toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { clockSysvar, configAccount } from '../../tests/support/program-accounts.js';
import { isWindowPassed, readWindow } from './settle-window.js';

const programId = toAddress(new Uint8Array(32).fill(1));
function held(data: Uint8Array, owner = programId) {
  return { owner, lamports: 1n, data };
}
const config = held(configAccount({ programId, network: 'solana:x', settleWindowSeconds: 21_600n }));
const clock = held(clockSysvar(1_700_000_000));

it('reads the ledger’s clock and the program’s window', () => {
  expect(readWindow({ clock, config, programId })).toEqual({ clockSeconds: 1_700_000_000, windowSeconds: 21_600 });
});

it.each([
  ['no clock', { clock: null, config }],
  ['a clock that is cut off', { clock: held(new Uint8Array(39)), config }],
  ['no Config', { clock, config: null }],
  ['a Config of another owner', { clock, config: { ...config, owner: toAddress(new Uint8Array(32)) } }],
  ['a Config of another form', { clock, config: held(new Uint8Array(10)) }],
])('%s says nothing', (_what, read) => {
  expect(readWindow({ ...read, programId })).toBeNull();
});

const window = { clockSeconds: 100_000, windowSeconds: 21_600 };
it.each([
  ['a second inside by the ledger', 78_400, 86_400_000, false],
  ['outside by the ledger, as old by Redis', 78_399, 21_600_000, true],
  ['outside by the ledger, its own time ten minutes behind', 78_399, 21_000_000, true],
  ['outside by the ledger, too young by Redis: the ledger’s clock is wrong', 78_399, 20_999_999, false],
  ['made a moment ago', 78_399, 0, false],
])('a round %s', (_what, timestampSeconds, ageMs, isPassed) => {
  expect(isWindowPassed(window, { timestampSeconds, ageMs })).toBe(isPassed);
});
