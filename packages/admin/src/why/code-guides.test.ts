import { readFile } from 'node:fs/promises';

import { type ErrorCode, errorTable } from '@oracle-gateway/gateway-api/errors';
import { describe, expect, it } from 'vitest';

import { CODE_GUIDES, guideOf } from './code-guides.js';

const LOGGED = Object.entries(errorTable).filter(([, { status }]) => status >= 500 || status === 429);

/** The place of a heading, as GitHub names it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');
}

describe('the guides', () => {
  it('are there for each code that the gateway writes a line about', () => {
    expect(Object.keys(CODE_GUIDES).sort()).toEqual(LOGGED.map(([code]) => code).sort());
    expect(guideOf('not_found')).toBeNull();
  });

  it.each(Object.entries(CODE_GUIDES))('%s leads to a section that is there', async (_code, { page }) => {
    const [path = '', anchor] = page.split('#');
    const text = await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  });

  it.each(LOGGED.flatMap(([code, { scope }]) => (scope === undefined ? [] : [[code, scope] as const])))(
    '%s names the room of its scope: %s',
    (code, scope) => {
      const owners = { caller: /The room is the (?:caller|payer)'s own/, gateway: /The room is the gateway's/, nodes: /at the nodes/ };
      expect(guideOf(code as ErrorCode)?.cause).toMatch(owners[scope]);
    },
  );
});
