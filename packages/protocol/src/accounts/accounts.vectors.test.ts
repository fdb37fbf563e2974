import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import { fromHex, toHex } from '../hex.js';
import {
  AccountDecodeError,
  decodeAgentEscrow,
  decodeAgentRound,
  decodeConfig,
  decodeDelegate,
  decodeFeed,
  decodeGateway,
  decodeNode,
  decodePendingChange,
  decodeRegistry,
  decodeRoundReceipt,
  decodeSignerSet,
  decodeSubscription,
} from './index.js';

const decoders: Readonly<Record<string, (data: Uint8Array) => unknown>> = {
  Config: decodeConfig,
  Registry: decodeRegistry,
  Node: decodeNode,
  Gateway: decodeGateway,
  PendingChange: decodePendingChange,
  Subscription: decodeSubscription,
  Delegate: decodeDelegate,
  RoundReceipt: decodeRoundReceipt,
  SignerSet: decodeSignerSet,
  Feed: decodeFeed,
  AgentEscrow: decodeAgentEscrow,
  AgentRound: decodeAgentRound,
};

function decode(account: string, data: string): unknown {
  return decoders[account]!(fromHex(data));
}

/** Wire form of a decoded account: bytes as hex, u64 as decimal text. */
function wireForm(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(wireForm);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireForm(member)]));
}

describe('account decoders', () => {
  it.each(file.valid)('read $account, $name', ({ account, data, fields }) => {
    expect(wireForm(decode(account, data))).toEqual(fields);
  });

  it.each(file.invalid)('refuse $account, $name', ({ account, data }) => {
    expect(() => decode(account, data)).toThrow(expect.objectContaining({ constructor: AccountDecodeError, account }));
  });

  it('are all exercised', () => {
    expect(new Set(file.valid.map(({ account }) => account))).toEqual(new Set(Object.keys(decoders)));
    expect(new Set(file.invalid.map(({ account }) => account))).toEqual(new Set(Object.keys(decoders)));
  });
});
