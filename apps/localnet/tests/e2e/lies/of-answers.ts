import { signersBitmap, signersOf, fromHex, toHex } from '@oracle-gateway/protocol';

import { serve } from '../test-world.js';
import { freshToleranceSource, keyOf } from '../test-client.js';
import { flat, ofServed, QUORUM, swapped, type LieRow } from './lie-row.js';
import { signedByOldKeys } from './old-keys.js';

/** An answer of 100: what a liar would like to be believed. */
const HUNDRED = toHex(uint256(100n * 10n ** 18n));
/** The order of the curve's group. */
const ORDER = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const ZERO = `0x${'0'.repeat(64)}`;

type FlatChange = Parameters<typeof flat>[0];

function row(lie: string, change: FlatChange, ends: LieRow['ends'] = 'VerificationError'): LieRow {
  return { lie, to: 'owner', ends, tell: () => flat(change) };
}

function bitmapOf(change: (signers: number[]) => number[]): FlatChange {
  return (data) => ({ ...data, signersBitmap: toHex(signersBitmap(change(signersOf(fromHex(data.signersBitmap, 32))))) });
}

/** One who did not sign takes the place of one who did. */
function otherSigner(signers: number[]): number[] {
  const absent = [0, 1, 2, 3, 4].find((index) => !signers.includes(index)) ?? 5;
  return [absent, ...signers.slice(1)];
}

/** The feed's member of the request that was heard. */
function timestampOf(body: string): number {
  return (JSON.parse(body) as { timestamp: number }).timestamp;
}

/** Members of the one flat answer that is served on the paths that are charged later. */
export const liesOfMembers: readonly LieRow[] = [
  row('another data.value', (data) => ({ ...data, value: '1' })),
  row('another rx', (data) => ({ ...data, rx: swapped(data.rx) })),
  row('another parity of ry', (data) => ({ ...data, ryParity: 1 - data.ryParity })),
  row('a member more', (data) => ({ ...data, amount: 7 }), 'the true value'),
  row('another valuePacked', (data) => ({ ...data, valuePacked: HUNDRED })),
  row('another value and valuePacked, which agree', (data) => ({ ...data, value: '100', valuePacked: HUNDRED })),
  row('a second later', (data) => ({ ...data, timestamp: data.timestamp + 1 })),
  row('a second earlier', (data) => ({ ...data, timestamp: data.timestamp - 1 })),
  row('the time in milliseconds', (data) => ({ ...data, timestamp: data.timestamp * 1_000 })),
  row('a lower quorum', (data) => ({ ...data, signaturesRequired: QUORUM - 1 })),
  row('a quorum of one, by one signer', (data) => ({ ...bitmapOf((signers) => signers.slice(0, 1))(data), signaturesRequired: 1 })),
  row('a later registry version', (data) => ({ ...data, registryVersion: data.registryVersion + 1 })),
  row('registry version 0', (data) => ({ ...data, registryVersion: 0 })),
  row('a registry version that no u64 holds', (data) => ({ ...data, registryVersion: 1e30 })),
  row(
    'a signer more',
    bitmapOf((signers) => [...signers, 7]),
  ),
  row(
    'a signer less',
    bitmapOf((signers) => signers.slice(1)),
  ),
  row('another signer', bitmapOf(otherSigner)),
  row(
    'a signer that no registry has',
    bitmapOf((signers) => [255, ...signers.slice(1)]),
  ),
  row('no signers', (data) => ({ ...data, signersBitmap: ZERO })),
  row('all signers there can be', (data) => ({ ...data, signersBitmap: `0x${'f'.repeat(64)}` })),
  row('another s', (data) => ({ ...data, s: swapped(data.s) })),
  row('s of zero', (data) => ({ ...data, s: ZERO })),
  row('s of the order of the group', (data) => ({ ...data, s: ORDER })),
  row('another commitment', (data) => ({ ...data, commitmentAddr: swapped(data.commitmentAddr) })),
  row('a commitment of zero', (data) => ({ ...data, commitmentAddr: `0x${'0'.repeat(40)}` })),
  row('another feedId', (data) => ({ ...data, feedId: swapped(data.feedId) })),
  row('another configHash', (data) => ({ ...data, configHash: swapped(data.configHash) })),
];

/** Answers that are no flat result at all. */
export const liesOfForm: readonly LieRow[] = [
  row('hex cut short', (data) => ({ ...data, s: data.s.slice(0, -2) })),
  row('hex of an odd length', (data) => ({ ...data, valuePacked: data.valuePacked.slice(0, -1) })),
  row('hex of 33 bytes', (data) => ({ ...data, valuePacked: `${data.valuePacked}00` })),
  row('letters that are not hex', (data) => ({ ...data, commitmentAddr: `0x${'z'.repeat(40)}` })),
  row('an empty text for hex', (data) => ({ ...data, signersBitmap: '' })),
  row('a number for hex', (data) => ({ ...data, s: 7 })),
  row('a list for hex', (data) => ({ ...data, valuePacked: [data.valuePacked] })),
  row('null for the quorum', (data) => ({ ...data, signaturesRequired: null })),
  row('a text for the registry version', (data) => ({ ...data, registryVersion: String(data.registryVersion) })),
  row('half a registry version', (data) => ({ ...data, registryVersion: data.registryVersion + 0.5 })),
  row('a negative time', (data) => ({ ...data, timestamp: -data.timestamp })),
  row('no valuePacked', ({ valuePacked: _gone, ...data }) => data),
  row('no data', () => []),
  {
    lie: 'a prototype with the value',
    to: 'owner',
    ends: 'VerificationError',
    tell: () => ofServed((body) => body.replace('"valuePacked":', `"__proto__":{"valuePacked":"${HUNDRED}"},"gone":`)),
  },
  {
    lie: 'the data twice, false the second time',
    to: 'owner',
    ends: 'VerificationError',
    tell: () =>
      ofServed((body) => body.replace(/\}$/, `,${body.slice(1).replace(/"valuePacked":"0x[0-9a-f]+"/, `"valuePacked":"${HUNDRED}"`)}`)),
  },
  { lie: 'the text null', to: 'owner', ends: 'VerificationError', tell: () => ofServed(() => 'null') },
  {
    lie: 'lists in lists, a hundred thousand deep',
    to: 'owner',
    ends: 'VerificationError',
    tell: () => ofServed(() => `{"status":"completed","data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  },
];

/** Answers that nodes did sign, to another question. */
export const liesOfOtherTruths: readonly LieRow[] = [
  {
    lie: 'an older true answer of the same feed',
    to: 'owner',
    ends: 'VerificationError',
    tell: () => {
      let first: string | undefined;
      return ofServed((body) => (first ??= body));
    },
    async ask(client, { source }) {
      await client.round(source, { quorum: QUORUM });
      return (await client.round(source, { quorum: QUORUM })).value;
    },
  },
  {
    lie: 'a true answer of another source, of the same second',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed(async (_body, heard) => {
        const apiConfig = { ...source, valueTransform: 'multiply:2' };
        return JSON.stringify((await serve(test, { quorum: QUORUM, apiConfig, timestampSeconds: timestampOf(heard.body) })).answer);
      }),
  },
  {
    lie: 'a true answer of the same source for another owner, of the same second',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed(async (_body, heard) => {
        const timestampSeconds = timestampOf(heard.body);
        const ownerKey = keyOf(test, 'otherOwner');
        return JSON.stringify((await serve(test, { quorum: QUORUM, apiConfig: source, ownerKey, timestampSeconds })).answer);
      }),
  },
  {
    lie: 'a true answer of a lower quorum, of the same second',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed(async (_body, heard) => {
        const timestampSeconds = timestampOf(heard.body);
        return JSON.stringify((await serve(test, { quorum: QUORUM - 1, apiConfig: source, timestampSeconds })).answer);
      }),
  },
  {
    lie: 'a true answer in tolerance mode to a source of exact mode, of the same second',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed(async (_body, heard) => {
        const { aggregation } = freshToleranceSource(test);
        const apiConfig = { ...source, ...(aggregation === undefined ? {} : { aggregation }) };
        return JSON.stringify((await serve(test, { quorum: QUORUM, apiConfig, timestampSeconds: timestampOf(heard.body) })).answer);
      }),
  },
  {
    lie: 'a true answer in exact mode to a source of tolerance mode, of the same second',
    to: 'owner',
    ends: 'VerificationError',
    source: freshToleranceSource,
    tell: ({ test, source }) =>
      ofServed(async (_body, heard) => {
        const { aggregation: _gone, ...apiConfig } = source;
        return JSON.stringify((await serve(test, { quorum: QUORUM, apiConfig, timestampSeconds: timestampOf(heard.body) })).answer);
      }),
  },
  {
    lie: 'a value in the scale of exact mode, of a source in tolerance mode',
    to: 'owner',
    ends: 'VerificationError',
    source: freshToleranceSource,
    tell: () => flat((data) => ({ ...data, valuePacked: HUNDRED })),
  },
  {
    lie: 'another value, signed by a retired registry version whose keys are stolen',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed((_body, heard) => signedByOldKeys(test, { source, request: heard.body, version: 901n, ended: 'retired' })),
  },
  {
    lie: 'another value, signed by a registry version that an emergency ended, whose keys are stolen',
    to: 'owner',
    ends: 'VerificationError',
    tell: ({ test, source }) =>
      ofServed((_body, heard) => signedByOldKeys(test, { source, request: heard.body, version: 0n, ended: 'emergency' })),
  },
];

function uint256(value: bigint): Uint8Array {
  return fromHex(`0x${value.toString(16).padStart(64, '0')}`, 32);
}
