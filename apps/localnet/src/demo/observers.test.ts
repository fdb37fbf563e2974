import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { toHex } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';

import { addressOf, newKeypair } from '../base/keypair.js';
import { askedPrice, steadyPrice } from './asked-price.js';
import { readObservers } from './observers.js';

it('the observers of a round are the nodes whose logs say so of this feed and time', async () => {
  const timestampSeconds = 1_800_000_000;
  const round = askedPrice({
    source: steadyPrice('http://127.0.0.1:1'),
    owner: addressOf(newKeypair()),
    signaturesRequired: 3,
    timestampSeconds,
  });
  const feedId = toHex(round.feedId);
  const line = (entry: object): string => JSON.stringify({ level: 30, ...entry });
  const observed = line({ msg: 'observed', feedId, timestampMs: timestampSeconds * 1_000 });
  const logs = [
    [line({ msg: 'listening' }), observed],
    [line({ msg: 'observed', feedId, timestampMs: timestampSeconds * 1_000 + 1_000 })],
    [line({ msg: 'signed', feedId, timestampMs: timestampSeconds * 1_000 })],
    [line({ msg: 'observed', feedId: toHex(new Uint8Array(32)), timestampMs: timestampSeconds * 1_000 }), observed],
    [observed.slice(0, -5)],
    [],
  ];
  const folder = await mkdtemp(join(tmpdir(), 'observers-'));
  const paths = logs.map((_, index) => join(folder, `${index}.log`));
  await Promise.all(paths.map((path, index) => writeFile(path, `${logs[index]!.join('\n')}\n`)));
  expect(await readObservers(paths, round, [0, 3])).toEqual([0, 3]);
  expect(await readObservers(paths, round, [0, 4], 0)).toEqual([0, 3]);
  const reading = readObservers(paths, round, [0, 4]);
  await writeFile(paths[4]!, `${observed}\n`);
  expect(await reading).toEqual([0, 3, 4]);
  await rm(folder, { recursive: true });
});
