import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The tasks of `turbo.json` that say what a check reads. */
const TASKS = ['test', 'tree', 'code', 'programs', 'vectors'];

/**
 * Hashes of the inputs of each task, by turbo, without running one.
 *
 * @param {string} root
 * @param {(check: { name: string, command: string[] }) => Promise<{ passed: boolean }>} execute
 * @returns {Promise<Map<string, string>>} empty where turbo has no answer, or no git that tells sources from what is built: no check is remembered then
 */
export async function inputHashes(root, execute) {
  if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status !== 0) return new Map();
  const answer = join(root, '.tools', 'inputs.json');
  mkdirSync(dirname(answer), { recursive: true });
  const ask = `turbo run ${TASKS.join(' ')} --dry=json > "$0"`;
  const { passed } = await execute({ name: 'what the inputs are', command: ['sh', '-c', ask, answer] });
  try {
    return new Map((passed ? JSON.parse(readFileSync(answer, 'utf8')).tasks : []).map(({ taskId, hash }) => [taskId, hash]));
  } catch {
    return new Map();
  }
}

/** A check with these inputs, run like this, on this Node. */
export function keyOf(check, inputHash) {
  const how = [check.name, check.command, check.cwd, check.env, check.toolVersion];
  return createHash('sha256')
    .update(JSON.stringify([inputHash, process.version, how]))
    .digest('hex');
}

/** Passes of this clone: for each name the last key. */
export class Memory {
  #path;
  #keys;

  constructor(root) {
    this.#path = join(root, '.tools', 'passed.json');
    try {
      this.#keys = JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch {
      // None yet, or half of one.
      this.#keys = {};
    }
  }

  has(name, key) {
    return key !== undefined && this.#keys[name] === key;
  }

  add(passed) {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify({ ...this.#keys, ...Object.fromEntries(passed) }));
  }
}
