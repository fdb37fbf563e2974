import { formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { SettlementPayloadError } from './errors.js';
import { decodeSettlementPayload, encodeSettlementPayload, type SettlementPayload } from './settlement-payload.js';
import { sampleAddress, samplePayload } from './testing/index.js';

function sampleText(): string {
  return formatAddress(sampleAddress());
}

it('reads back what it wrote', () => {
  const payload = samplePayload({ registryVersion: '18446744073709551615' });
  expect(decodeSettlementPayload(encodeSettlementPayload(payload))).toEqual(payload);
});

it('reads back what an escrow pays', () => {
  const charge = {
    kind: 'escrow',
    payer: sampleText(),
    amountAtomic: '18446744073709551615',
    requestSignature: `0x${'0f'.repeat(64)}`,
  } as const;
  const payload = samplePayload({ charge });
  expect(decodeSettlementPayload(encodeSettlementPayload(payload))).toEqual(payload);
});

it('keeps no member that settlement does not need', () => {
  const withConfig = { ...samplePayload(), apiConfig: { url: 'https://example.com' } };
  expect(encodeSettlementPayload(withConfig)).not.toContain('example.com');
});

describe('refuses, naming the field', () => {
  const wrong: readonly [field: keyof SettlementPayload, value: unknown][] = [
    ['charge', null],
    ['charge', 'subscription'],
    ['sourceId', '0xab'],
    ['value', 'ab'.repeat(32)],
    ['message', `0x${'AB'.repeat(32)}`],
    ['commitment', `0x${'ab'.repeat(32)}`],
    ['registryVersion', '01'],
    ['registryVersion', 1],
    ['signaturesRequired', 256],
    ['signaturesRequired', '3'],
    ['timestampSeconds', 1.5],
    ['timestampSeconds', -1],
    ['registryCount', null],
  ];
  it.each(wrong)('%s = %j', (field, value) => {
    const json = JSON.stringify({ version: 1, ...samplePayload(), [field]: value });
    expect(() => decodeSettlementPayload(json)).toThrow(new SettlementPayloadError(field));
  });

  const escrow = { kind: 'escrow', payer: sampleText(), amountAtomic: '1', requestSignature: `0x${'0f'.repeat(64)}` };
  const wrongCharges: readonly [field: string, charge: object][] = [
    ['kind', { ...escrow, kind: 'toString' }],
    ['kind', {}],
    ['owner', { kind: 'subscription', owner: 'not-an-address', consumer: sampleText() }],
    ['consumer', { kind: 'subscription', owner: sampleText() }],
    ['payer', { ...escrow, payer: '' }],
    ['amountAtomic', { ...escrow, amountAtomic: '0' }],
    ['amountAtomic', { ...escrow, amountAtomic: 1 }],
    ['requestSignature', { ...escrow, requestSignature: `0x${'0f'.repeat(63)}` }],
  ];
  it.each(wrongCharges)('charge.%s of %j', (field, charge) => {
    const json = JSON.stringify({ version: 1, ...samplePayload(), charge });
    expect(() => decodeSettlementPayload(json)).toThrow(new SettlementPayloadError(`charge.${field}`));
  });

  it.each([undefined, 0, 2, '1'])('version %j', (version) => {
    expect(() => decodeSettlementPayload(JSON.stringify({ ...samplePayload(), version }))).toThrow(new SettlementPayloadError('version'));
  });

  it.each(['', 'null', '[]', '{', '"text"'])('what is no object: %j', (json) => {
    expect(() => decodeSettlementPayload(json)).toThrow(SettlementPayloadError);
  });
});
