import type { Client } from '@oracle-gateway/client';
import { expect, it } from 'vitest';

import { openTerminal } from '../../tests/typed-command.js';

it('nodes lists each node on a line, with its operator and key', async () => {
  const node = { index: 4, operator: 'Operator', publicKey: '0x04', encryptionPublicKey: '0x05' };
  const nodes = { registryVersion: 2, minSigners: 3, redundancyBuffer: 1, nodes: [node] };
  const terminal = openTerminal({ nodes: () => Promise.resolve(nodes) } satisfies Partial<Client>);
  try {
    expect(await terminal.type(['nodes'])).toEqual({
      exitCode: 0,
      output: '  4  Operator  0x04\n',
      errors: 'registry version 2, at least 3 sign\n',
    });
    expect(JSON.parse((await terminal.type(['nodes', '--json'])).output)).toEqual(node);
  } finally {
    terminal.close();
  }
});
