import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsTable, exitCodesTable, flagsTable } from './admin.mjs';
import { commandHelps } from './cli.mjs';
import { configurationTable } from './configuration.mjs';
import { directionsTable, floorsDiagram, roomsTables } from './directions.mjs';
import { endpointsTable } from './endpoints.mjs';
import { errorsTable } from './errors.mjs';
import { programBlock } from './examples.mjs';
import { table, withGenerated } from './generated-blocks.mjs';
import { metricsTable } from './metrics.mjs';
import { statesDiagrams } from './states.mjs';

const page = 'before\n<!-- generated: one -->\nold\n<!-- /generated -->\nafter\n';

function lines(text) {
  return text.split('\n');
}

test('a generated part is replaced, and nothing else of the page is', () => {
  const written = withGenerated(page, { one: '\nnew $& text\n' });
  assert.equal(written, 'before\n<!-- generated: one -->\n\nnew $& text\n\n<!-- /generated -->\nafter\n');
  assert.equal(withGenerated(written, { one: 'new $& text' }), written);
});

test('a part that is missing, unknown, there twice or half marked is an error', () => {
  assert.throws(() => withGenerated(page, { one: '', two: '' }), /the part two stands on the page 0 times/);
  assert.throws(() => withGenerated(page, {}), /nothing generates the part one/);
  assert.throws(() => withGenerated(page + page, { one: '' }), /the part one stands on the page 2 times/);
  assert.throws(() => withGenerated(page.replace('<!-- /generated -->', ''), { one: '' }), /no other half/);
  assert.throws(() => withGenerated(page.replace('generated: one', 'generated: One'), { one: '' }), /no other half/);
});

test('a vertical bar inside a cell ends no cell', () => {
  assert.equal(table(['a', 'b'], [['x|y', 1]]), '| a | b |\n|---|---|\n| x\\|y | 1 |');
});

test('every error has a row with its status, its retry and what became of the authorization', () => {
  const errors = {
    one: { status: 400, message: '', authorization: 'unused', meaning: 'First.' },
    two: { status: 503, message: '', authorization: 'spent', retryAfterSeconds: 1, meaning: 'Second.' },
  };
  assert.deepEqual(lines(errorsTable(errors)).slice(2), [
    '| `one` | 400 |  | unused | First. |',
    '| `two` | 503 | 1 s | spent | Second. |',
  ]);
});

test('every setting has a row with its default, rule and meaning, also in a table inside a table', () => {
  const optional = { type: 'string', title: 'a URL', description: 'Where.', [Symbol('TypeBox.Optional')]: 'Optional' };
  const schema = {
    properties: {
      server: {
        properties: { port: { type: 'integer', title: 'an integer from 0 to 9', default: 0, description: 'Port.' }, url: optional },
      },
      deep: { properties: { deeper: { properties: { on: { type: 'boolean', description: 'Whether.' } } } } },
      level: { anyOf: [{ const: 'a' }, { const: 'b' }], default: 'a', description: 'Level.' },
      feeds: { patternProperties: { '^[a-z]+$': { properties: { on: { type: 'boolean', description: 'Kept.' } } } } },
    },
  };
  assert.deepEqual(lines(configurationTable(schema)).slice(2), [
    '| `server.port` | `0` | an integer from 0 to 9 | Port. |',
    '| `server.url` | none | a URL | Where. |',
    '| `deep.deeper.on` | **required** | true or false | Whether. |',
    '| `level` | `"a"` | one of a, b | Level. |',
    '| `feeds.<name>.on` | **required** | true or false | Kept. |',
  ]);
});

test('a setting without a meaning or a rule cannot be documented', () => {
  assert.throws(() => configurationTable({ properties: { a: { type: 'integer', description: 'A.' } } }), /^Error: a has no title/);
  assert.throws(() => configurationTable({ properties: { a: { type: 'boolean' } } }), /^Error: a has no description/);
});

test('every command has its flags, and a flag that means the same in several commands has one row', () => {
  const flag = (meaning, isRequired, group) => ({ placeholder: '<n>', isRequired, meaning, ...(group === undefined ? {} : { group }) });
  const shared = { rpc: flag('server', false, 'Connection') };
  const admin = {
    adminProgram: {
      commands: [
        { words: 'a', summary: 'Does a', flags: { n: flag('how many', true), ...shared } },
        { words: 'b', summary: 'Does b', flags: { n: flag('how many', false), ...shared } },
        {
          words: 'c',
          summary: 'Does c',
          flags: { n: flag('how often', false), all: { placeholder: null, isRequired: false, meaning: 'all' } },
        },
        { words: 'show', summary: 'Shows', flags: shared },
      ],
    },
    EXIT_CODE_MEANINGS: [[0, 'done']],
  };
  assert.deepEqual(lines(commandsTable(admin)).slice(2), [
    '| `a` | Does a | `--n <n>` |',
    '| `b` | Does b | [`--n <n>`] |',
    '| `c` | Does c | [`--n <n>`] [`--all`] |',
    '| `show` | Shows |  |',
  ]);
  assert.deepEqual(lines(flagsTable(admin)).slice(2), [
    '| `--rpc` | under “Connection” | server |',
    '| `--n` | `a`, `b` | how many |',
    '| `--n` | `c` | how often |',
    '| `--all` | `c` | all |',
  ]);
  assert.deepEqual(lines(exitCodesTable(admin)).slice(2), ['| 0 | done |']);
});

test('every command of the command line has its help, also one below another, and every topic its text', () => {
  const cliProgram = { name: 'p', commands: [{ words: 'a' }, { words: 'a b' }], topics: [{ name: 't', text: 'of t' }] };
  const createProgram = ({ output: { write } }) => {
    const made = (name, text, commands = []) => ({ name: () => name, commands, outputHelp: () => write(text) });
    return made('p', 'of p\n', [made('a', 'of a\n', [made('b', 'of b\n')])]);
  };
  const page = commandHelps({ createProgram, cliProgram });
  const titles = ['p', 'p a', 'p a b', 'p help t'];
  assert.equal(page, titles.map((title) => `## \`${title}\`\n\n\`\`\`\nof ${title.at(-1)}\n\`\`\``).join('\n\n'));
});

test('a page shows a program as it is, without what its head says', () => {
  const program = "#!/usr/bin/env node\n// Asks.\n// Twice.\nimport x from 'y';\n\n// 1. Ask.\nx();\n";
  assert.equal(programBlock(program), "```js\nimport x from 'y';\n\n// 1. Ask.\nx();\n```");
});

test('every operation of the contract has a row', () => {
  assert.match(endpointsTable({ get: { method: 'GET', path: '/x', summary: 'Says x' } }), /^\| GET \| `\/x` \| Says x \|$/m);
});

test('a diagram has every transition of its kind of round and no other', () => {
  const transitions = {
    commit: { from: ['reserved'], to: 'pending' },
    sign: { from: ['reserved'], to: 'signed' },
    fail: { from: ['reserved', 'signed'], to: 'failed' },
  };
  const [charged, paid] = statesDiagrams(transitions).split('A round that is paid');
  assert.match(charged, /^reserved ─ commit ─▶ pending$/m);
  assert.match(charged, /^reserved ─ fail ───▶ failed$/m);
  assert.doesNotMatch(charged, /signed/);
  assert.match(paid, /^reserved, signed ─ fail ─▶ failed$/m);
  assert.doesNotMatch(paid, /commit/);
});

test('every package and app has the imports of its rule; one without a rule is an error', () => {
  const rules = [
    { name: 'a-imports-only', to: { pathNot: ['^packages/a/', '^packages/b/', 'node_modules/x(/|$)'] } },
    { name: 'b-directions', to: { path: '^packages/(?!b/|c/)' } },
    { name: 'app-imports-only', to: { path: '^packages/(?!(b|a)/)' } },
  ];
  assert.deepEqual(lines(directionsTable(rules, { packages: ['a', 'b'], apps: ['app'] })).slice(2), [
    '| `a` | `b` |',
    '| `b` | `c` |',
    '| `app` | `a`, `b` |',
  ]);
  assert.throws(() => directionsTable(rules, { packages: ['d'], apps: [] }), /no rule .* says what d imports/);
});

test('every room inside an app or a package has the imports of its rule, in a table of its folder', () => {
  const rules = [
    { comment: 'apps/one/src/paths/([^/]+) may import only: errors, http' },
    { comment: 'apps/one/src/errors may import only: no other room' },
    { comment: 'packages/two/src/a may import only: b' },
    { comment: 'of the packages, apps/one may import only: x' },
    { name: 'without a comment' },
  ];
  const [one, two] = roomsTables(rules).split('\n\n');
  assert.deepEqual(lines(one).slice(2), ['| `paths/*` | `errors`, `http` |', '| `errors` | none |']);
  assert.deepEqual(lines(two).slice(2), ['| `a` | `b` |']);
  assert.throws(() => roomsTables(rules.slice(3)), /no rule/);
});

test('a package stands on a floor above all that it imports, and the apps stand above all packages', () => {
  const rule = (name, ...others) => ({ name: `${name}-imports-only`, to: { pathNot: others.map((other) => `^packages/${other}/`) } });
  const rules = [rule('a'), rule('b', 'a'), rule('c', 'a', 'b'), rule('d'), rule('e', 'a')];
  const rooms = { packages: ['a', 'b', 'c', 'd', 'e'], apps: ['app', 'world'] };
  const drawn = lines(floorsDiagram(rules, rooms, 'world')).filter((line) => line.startsWith('│'));
  assert.deepEqual(
    drawn.map((line) => line.replace(/^│ (.*?) *│$/, '$1')),
    ['world', 'app', 'c', 'b   e', 'a   d'],
  );
  assert.equal(new Set(drawn.map((line) => line.length)).size, 1);
  assert.throws(
    () => floorsDiagram([rule('a', 'b'), rule('b', 'a')], { packages: ['a', 'b'], apps: [] }, 'world'),
    /lead from a back to a/,
  );
});

test('every metric has its labels, kind and meaning; the metrics of the process itself are left out', () => {
  const metrics = [
    { name: 'process_cpu_seconds_total', type: 'counter', labelNames: [], help: 'CPU.' },
    { name: 'oracle_x_calls_total', type: 'counter', labelNames: ['server', 'outcome'], help: 'Calls.' },
    { name: 'oracle_x_seconds', type: 'histogram', labelNames: ['le'], help: 'Time.' },
  ];
  assert.deepEqual(lines(metricsTable({ getMetricsAsArray: () => metrics })).slice(2), [
    '| `oracle_x_calls_total{server,outcome}` | counter | Calls. |',
    '| `oracle_x_seconds` | histogram | Time. |',
  ]);
});
