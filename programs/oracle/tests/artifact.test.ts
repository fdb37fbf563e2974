import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { programArtifactPath } from '../artifact.js';
import { ARTIFACTS } from './builds.js';

const read = (file: string): Buffer => readFileSync(new URL(`../artifacts/${file}`, import.meta.url));

describe('the committed builds', () => {
  it('have the hashes in SHA256SUMS', () => {
    const lines = read('SHA256SUMS').toString('utf8').trim().split('\n');
    expect(lines).toHaveLength(ARTIFACTS.length);
    for (const line of lines) {
      const [hash, file] = line.split('  ');
      expect(createHash('sha256').update(read(file!)).digest('hex')).toBe(hash);
    }
  });

  it('are of the SBF version that their name says', () => {
    const versionOf = (program: Uint8Array): number => Buffer.from(program).readUInt32LE(48);
    expect(ARTIFACTS.map(({ program }) => versionOf(program))).toEqual([0, 3]);
  });

  it('hold no path of the machine that built them', () => {
    for (const { program } of ARTIFACTS) expect(Buffer.from(program).toString('latin1')).not.toMatch(/\/(home|root|work|tmp|Users)\//);
  });

  it('are offered to other packages by artifact.js', () => {
    expect(readFileSync(programArtifactPath)).toEqual(Buffer.from(ARTIFACTS[0].program));
  });
});
