import { formatAddress, type Form } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { sampleAddress, samplePayload } from '../testing/index.js';
import { SettlementPayloadError } from './errors.js';
import { decodeSettlementPayload, encodeSettlementPayload, type SettlementPayload } from './settlement-payload.js';

/** The members of a stored payload. */
function storedSample(): object {
  const stored: unknown = JSON.parse(encodeSettlementPayload(samplePayload()));
  if (typeof stored !== 'object' || stored === null) throw new TypeError('a payload is stored as an object');
  return stored;
}

function sampleText(): string {
  return formatAddress(sampleAddress());
}

it('reads back what it wrote', () => {
  const payload = samplePayload({ registryVersion: 18_446_744_073_709_551_615n });
  expect(decodeSettlementPayload(encodeSettlementPayload(payload))).toEqual(payload);
});

it('stores bytes as hex and the registry version in decimal, in this order', () => {
  const address = sampleAddress();
  const charge = { kind: 'subscription', subscriptionOwner: address, feedOwner: address } as const;
  const [text, ab] = [formatAddress(address), 'ab'.repeat(32)];
  expect(encodeSettlementPayload(samplePayload({ charge, registryVersion: 7n }))).toBe(
    `{"version":1,"charge":{"kind":"subscription","owner":"${text}","consumer":"${text}"},"sourceId":"0x${ab}","value":"0x${ab}",` +
      `"message":"0x${ab}","signaturesRequired":3,"timestampSeconds":1700000000,"form":1,"observedAtMs":1700000000400,"registryVersion":"7","registryCount":5,"s":"0x${ab}",` +
      `"commitment":"0x${'ab'.repeat(20)}","aggregateKey":"0x${ab}${ab}","signersBitmap":"0x${ab}"}`,
  );
});

it.each([
  ['value', { value: new Uint8Array(31) }],
  ['commitment', { commitment: new Uint8Array(32) }],
  ['registryVersion', { registryVersion: -1n }],
  ['signaturesRequired', { signaturesRequired: 256 }],
  ['form', { form: 129 as Form }],
])('stores no payload whose %s has another form', (field, wrong) => {
  expect(() => encodeSettlementPayload(samplePayload(wrong))).toThrow(new SettlementPayloadError(field));
});

it('reads back what an escrow pays', () => {
  const charge = {
    kind: 'escrow',
    payer: sampleAddress(),
    amountAtomic: 18_446_744_073_709_551_615n,
    requestSignature: new Uint8Array(64).fill(15),
  } as const;
  const payload = samplePayload({ charge });
  expect(decodeSettlementPayload(encodeSettlementPayload(payload))).toEqual(payload);
});

describe('reads what earlier versions stored, and stores the same', () => {
  const [owner, delegate] = [sampleAddress(), sampleAddress()];
  const requestSignature = `0x${'0f'.repeat(64)}`;
  const stored: readonly [stored: object, charge: SettlementPayload['charge']][] = [
    [
      { kind: 'subscription', owner: formatAddress(owner), consumer: formatAddress(delegate) },
      { kind: 'subscription', subscriptionOwner: owner, feedOwner: delegate },
    ],
    [
      { kind: 'escrow', payer: formatAddress(owner), amountAtomic: '2500', requestSignature },
      { kind: 'escrow', payer: owner, amountAtomic: 2_500n, requestSignature: new Uint8Array(64).fill(15) },
    ],
  ];
  it.each(stored)('%j', (plain, charge) => {
    const json = JSON.stringify({ ...storedSample(), charge: plain });
    expect(decodeSettlementPayload(json).charge).toEqual(charge);
    expect(encodeSettlementPayload(decodeSettlementPayload(json))).toBe(json);
  });
});

it.each([
  ['amountAtomic', { amountAtomic: 0n }],
  ['requestSignature', { requestSignature: new Uint8Array(63) }],
])('stores no charge whose %s has another form', (member, wrong) => {
  const escrow = { kind: 'escrow', payer: sampleAddress(), amountAtomic: 1n, requestSignature: new Uint8Array(64) } as const;
  const charge = { ...escrow, ...wrong };
  expect(() => encodeSettlementPayload(samplePayload({ charge }))).toThrow(new SettlementPayloadError(`charge.${member}`));
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
    ['form', 0],
    ['form', 129],
    ['observedAtMs', -1],
    ['registryCount', null],
  ];
  it.each(wrong)('%s = %j', (field, value) => {
    const json = JSON.stringify({ version: 1, ...storedSample(), [field]: value });
    expect(() => decodeSettlementPayload(json)).toThrow(new SettlementPayloadError(field));
  });

  const escrow = { kind: 'escrow', payer: sampleText(), amountAtomic: '1', requestSignature: `0x${'0f'.repeat(64)}` };
  const wrongCharges: readonly [field: string, charge: object][] = [
    ['kind', { ...escrow, kind: 'toString' }],
    ['kind', {}],
    ['owner', { kind: 'subscription', owner: 'not-an-address', consumer: sampleText() }],
    ['consumer', { kind: 'subscription', owner: sampleText() }],
    // The form of an address, and more than 32 bytes.
    ['consumer', { kind: 'subscription', owner: sampleText(), consumer: 'z'.repeat(44) }],
    ['payer', { ...escrow, payer: '' }],
    ['amountAtomic', { ...escrow, amountAtomic: '0' }],
    ['amountAtomic', { ...escrow, amountAtomic: 1 }],
    ['requestSignature', { ...escrow, requestSignature: `0x${'0f'.repeat(63)}` }],
  ];
  it.each(wrongCharges)('charge.%s of %j', (field, charge) => {
    const json = JSON.stringify({ version: 1, ...storedSample(), charge });
    expect(() => decodeSettlementPayload(json)).toThrow(new SettlementPayloadError(`charge.${field}`));
  });

  it.each([undefined, 0, 2, '1'])('version %j', (version) => {
    expect(() => decodeSettlementPayload(JSON.stringify({ ...storedSample(), version }))).toThrow(new SettlementPayloadError('version'));
  });

  it.each(['', 'null', '[]', '{', '"text"'])('what is no object: %j', (json) => {
    expect(() => decodeSettlementPayload(json)).toThrow(SettlementPayloadError);
  });
});
