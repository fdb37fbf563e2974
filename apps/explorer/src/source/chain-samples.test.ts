import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rustSample, soliditySample } from './chain-samples.js';

const root = new URL('../../../../', import.meta.url);
const rustPage = new URL('programs/feed/README.md', root);
const exact = { url: 'https://a.example/', method: 'GET' };
const tolerance = {
  ...exact,
  aggregation: { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 10_000, numeric: { type: 'int256', decimals: 8 } },
} as const;
const feed = {
  source: exact,
  quorum: 3,
  feedId: `0x${'07'.repeat(32)}`,
  sourceId: `0x${'08'.repeat(32)}`,
  program: new Uint8Array(32).fill(9),
};

/** The first block of a language in a page whose blocks are compiled by a test of their own. */
function compiledBlock(page: URL, language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(readFileSync(page, 'utf8')) ?? [];
  return code;
}

function withoutComments(code: string): string {
  return code.replaceAll(/^ *\/\/\/.*\n/gm, '');
}

describe('code for a Solana program', () => {
  it.skipIf(!existsSync(rustPage))('is the example of the crate, which is compiled, with the feed of the page', () => {
    const bytes = (byte: number): string => `[${Array(32).fill(byte).join(', ')}]`;
    const example = compiledBlock(rustPage, 'rust').replaceAll('BTC_USD', 'FEED').replace('[9; 32]', bytes(9)).replace('[7; 32]', bytes(7));
    expect(withoutComments(rustSample(feed))).toBe(withoutComments(example));
  });

  it('names the mode of the source', () => {
    expect(rustSample(feed)).toContain('Mode::Exact)');
    expect(rustSample({ ...feed, source: tolerance })).toContain('Mode::Tolerance { decimals: 8 })');
  });
});

describe('code for a contract of an EVM chain', () => {
  it('is the example of the package, which is compiled, with the feed of the page', () => {
    const example = compiledBlock(new URL('contracts/evm/README.md', root), 'solidity')
      .replace('BitcoinPrice', 'Price')
      .replace(', bytes32 feedId_, bytes32 sourceId_', '')
      .replace('feedId: feedId_', `feedId: ${feed.feedId}`)
      .replace('sourceId: sourceId_', `sourceId: ${feed.sourceId}`);
    expect(soliditySample(feed)).toBe(example);
  });

  it('tells signed values from unsigned ones', () => {
    expect(soliditySample({ ...feed, source: tolerance })).toMatch(/decimals: 8,\n\s+isSigned: true/);
  });
});
