import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import { fromHex } from '../hex.js';
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

const decoders = [
  decodeConfig,
  decodeRegistry,
  decodeNode,
  decodeGateway,
  decodePendingChange,
  decodeSubscription,
  decodeDelegate,
  decodeRoundReceipt,
  decodeSignerSet,
  decodeFeed,
  decodeAgentEscrow,
  decodeAgentRound,
];
const accounts = file.valid.map(({ data }) => fromHex(data));
const aRegistry = fromHex(file.valid.find(({ account }) => account === 'Registry')!.data);

const damaged = fc
  .tuple(fc.constantFrom(...accounts), fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat())
  .map(([data, place, byte, end]) => {
    const copy = Uint8Array.from(data);
    copy[place % copy.length] = byte;
    return end % 4 === 0 ? copy.subarray(0, end % copy.length) : copy;
  });

function expectDecodeErrorOnly(data: Uint8Array): void {
  for (const decode of decoders) {
    try {
      decode(data);
    } catch (error) {
      expect(error).toBeInstanceOf(AccountDecodeError);
    }
  }
}

describe('account decoders', () => {
  it('throw nothing but AccountDecodeError, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), expectDecodeErrorOnly));
    fc.assert(fc.property(damaged, expectDecodeErrorOnly), { numRuns: 500 });
  });

  it('take no account for one of another kind', () => {
    for (const data of accounts) {
      const readable = decoders.filter((decode) => {
        try {
          decode(data);
          return true;
        } catch {
          return false;
        }
      });
      expect(readable).toHaveLength(1);
    }
  });

  it('copy what they read, because a caller may reuse its buffer', () => {
    const buffer = Uint8Array.from([...new Uint8Array(5), ...aRegistry]);
    const registry = decodeRegistry(buffer.subarray(5));
    const before = Uint8Array.from(registry.keys[0]!);
    buffer.fill(0);
    expect(registry.keys[0]).toEqual(before);
  });

  it.each(decoders)('%o throws a TypeError for what is no Uint8Array', (decode) => {
    const text: unknown = 'SVC_CFG1';
    expect(() => decode(text as Uint8Array)).toThrow(TypeError);
  });

  it('do not check reserved bytes, which a later program may use', () => {
    const config = Uint8Array.from(accounts[0]!);
    const before = decodeConfig(config);
    config.fill(7, 10, 16);
    expect(decodeConfig(config)).toEqual(before);
  });
});
