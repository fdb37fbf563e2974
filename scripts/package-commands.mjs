// The commands of a published package, run as a shell would run them from its tarball.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEST_FILE = /(^|\/)tests?\/|\.test\.[a-z]+$/;
const LONGEST_MS = 60_000;

/**
 * A tarball holds no tests. Its commands answer `--help` and `--version`; where it has an example of a configuration, they find it valid.
 *
 * @param {{ folder: string, manifest: { version: string, bin?: Record<string, string> }, tarball: string }} input `folder` has the dependencies;
 * `tarball` is a path
 * @returns {string[]} faults
 */
export function commandFaults({ folder, manifest, tarball }) {
  const tests = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => TEST_FILE.test(path));
  const faults = tests.length === 0 ? [] : [`its tarball holds tests: ${tests.slice(0, 3).join(', ')}`];
  if (manifest.bin === undefined) return faults;
  // No check that reads the project's files checks into `node_modules`, and Node.js finds the dependencies from there.
  const unpacked = mkdtempSync(join(folder, 'node_modules', '.packed-'));
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
    const example = join(unpacked, 'package', 'config.example.toml');
    for (const [name, path] of Object.entries(manifest.bin)) {
      const command = join(unpacked, 'package', path);
      // npm makes the command executable too when it installs.
      chmodSync(command, 0o755);
      faults.push(
        ...outputFaults(command, { name, args: ['--help'], isExpected: (output) => /usage/i.test(output) }),
        ...outputFaults(command, { name, args: ['--version'], isExpected: (output) => output.trimEnd() === manifest.version }),
      );
      if (existsSync(example)) {
        writeFileSync(example, inFolder(readFileSync(example, 'utf8'), unpacked));
        const args = ['check-config', '--config', example];
        faults.push(...outputFaults(command, { name, args, isExpected: (output) => output.startsWith(`${example}: valid\n`) }));
      }
    }
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return faults;
}

function outputFaults(command, { name, args, isExpected }) {
  const line = [name, ...args].join(' ');
  try {
    const env = { ...process.env, ...exampleKeys() };
    const output = execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS });
    return isExpected(output) ? [] : [`${line}: says ${JSON.stringify(output.slice(0, 200))}`];
  } catch (error) {
    return [`${line}: ${error.message.slice(0, 300)}`];
  }
}

/** An example of a configuration whose mark of served rounds is in `folder`: the folder of a production machine is not on this one. */
export function inFolder(example, folder) {
  return example.replace('/var/lib/oracle-gateway', folder);
}

/** Keys in place of the files that the examples of configurations name. */
export function exampleKeys() {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const keypair = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  const keypairText = JSON.stringify([...keypair]);
  return {
    ORACLE_GATEWAY_KEYPAIR: keypairText,
    ORACLE_GATEWAY_KEEPER_TARGET_SOLANA: keypairText,
    ORACLE_GATEWAY_KEEPER_TARGET_BASE: `0x${randomBytes(32).toString('hex')}`,
    ORACLE_GATEWAY_KEEPER_ACCOUNT_SUBSCRIPTION: keypairText,
    ORACLE_GATEWAY_KEEPER_ACCOUNT_ESCROW: keypairText,
    ORACLE_NODE_SECRET_KEY: `0x${randomBytes(32).toString('hex')}`,
    ORACLE_NODE_ENCRYPTION_KEY: `0x${randomBytes(32).toString('hex')}`,
  };
}
