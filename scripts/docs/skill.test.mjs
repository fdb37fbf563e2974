import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadDocumented } from './load-documented.mjs';

/** Code of the client. */
const VERIFICATION_FAILED = 'verification_failed';

const root = join(import.meta.dirname, '..', '..');
const path = join(root, 'docs', 'skills', 'oracle-gateway', 'SKILL.md');
const text = readFileSync(path, 'utf8');
const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
const members = new Map(head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));

/** Limits of agentskills.io: a name of its folder, and a description that is loaded before the rest. */
test('the skill has the head that hosts read', () => {
  assert.equal(members.get('name'), basename(dirname(path)));
  assert.match(members.get('name'), /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  const description = members.get('description');
  assert.ok(description.length > 0 && description.length <= 1_024, `${description.length} characters`);
  assert.doesNotMatch(description, /: | #/, 'the head is no YAML text of one line');
  assert.ok(body.split('\n').length < 500);
});

test('each tool, command and code that the skill names exists', async () => {
  const { errorTable, cliProgram, operations } = await loadDocumented(root);
  const tools = readdirSync(join(root, 'packages', 'mcp', 'src', 'tools')).map((file) =>
    readFileSync(join(root, 'packages', 'mcp', 'src', 'tools', file), 'utf8'),
  );
  const toolNames = tools.flatMap((source) => [...source.matchAll(/^\s+name: '([a-z_]+)',$/gm)].map(([, name]) => name));
  const named = [...body.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, name]) => name);
  assert.ok(named.length > 5);
  const known = new Set([...toolNames, ...Object.keys(errorTable), VERIFICATION_FAILED]);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
  const commands = new Set(cliProgram.commands.map(({ words }) => words.split(' ')[0]));
  const typed = [...body.matchAll(/`oracle-gateway ([a-z]+)/g)].map(([, word]) => word);
  assert.deepEqual(
    typed.filter((word) => !commands.has(word)),
    [],
  );
  const served = new Set([...Object.values(operations).map((operation) => operation.path), '/llms-full.txt', '/protocol.md']);
  const asked = [...body.matchAll(/`(?:GET|POST) (\/[^`]+)`/g)].map(([, each]) => each);
  assert.deepEqual(
    asked.filter((each) => !served.has(each)),
    [],
  );
});
