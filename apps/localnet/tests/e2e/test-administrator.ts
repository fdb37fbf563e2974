import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';

import { addressOf, keyFileText, newKeypair } from '../../src/base/keypair.js';
import { projectRoot } from '../../src/base/project-root.js';
import type { TestWorld } from './test-world.js';

const run = promisify(execFile);
/** Offset of authority in Config (docs/protocol.md). */
const AUTHORITY_OFFSET = 48;

/** The holder of a world's administrator key. */
export interface TestAdministrator {
  /** Runs `oracle-gateway-admin` with these arguments against the world's ledger. */
  command(...parts: readonly string[]): Promise<void>;
  /** Proof that a node's operator hands over, in a file. */
  proofOf(nodeConfigPath: string, endpoint: string): Promise<string>;
}

/** Gives a new key the role: the one that the world was set up with is thrown away. */
export async function createAdministrator({ world }: TestWorld): Promise<TestAdministrator> {
  const { programId, rpcUrl } = world.manifest;
  const administrator = newKeypair();
  world.ledger.airdrop(addressOf(administrator), 10_000_000_000n);
  overwrite({ world }, configAddress(parseAddress(programId)), AUTHORITY_OFFSET, addressOf(administrator));
  const keyPath = join(world.stateFolder.path, 'administrator.json');
  await writeFile(keyPath, keyFileText(administrator), { mode: 0o600 });
  const main = join(projectRoot(), 'packages/admin/dist/main.js');
  const reached = ['--program', programId, '--rpc', rpcUrl, '--key', keyPath, '--yes'];
  return {
    async command(...parts) {
      await run(process.execPath, [main, ...parts, ...reached]);
    },
    async proofOf(nodeConfigPath, endpoint) {
      const operator = formatAddress(addressOf(newKeypair()));
      const prove = [join(projectRoot(), 'apps/oracle-node/dist/main.js'), 'prove', '--config', nodeConfigPath];
      const { stdout } = await run(process.execPath, [...prove, '--operator', operator, '--endpoint', endpoint]);
      const path = `${nodeConfigPath}.proof.json`;
      await writeFile(path, stdout);
      return path;
    },
  };
}

/** The account with other bytes at an offset. */
export function overwrite({ world }: Pick<TestWorld, 'world'>, address: Address, offset: number, bytes: Uint8Array): void {
  const held = world.ledger.account(address);
  if (held === null) throw new Error('there is no such account');
  const data = Uint8Array.from(held.data);
  data.set(bytes, offset);
  world.ledger.setAccount(address, { ...held, data });
}
