import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

let project;
async function put(path, content) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
  await chmod(join(project, path), 0o755);
}

/** A project with one tested package, and tools that do what the test says instead of their work. */
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-checks-'));
  await cp(dirname(fileURLToPath(import.meta.url)), join(project, 'scripts'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.mjs'),
  });
  await put('scripts/only.test.mjs', '');
  await put('scripts/check-readme.mjs', '');
  await put('scripts/check-docs.mjs', '');
  await put('scripts/check-typescript-blocks.mjs', '');
  await put('scripts/check-packages.mjs', '');
  await put('scripts/check-licences.mjs', '');
  await put('scripts/check-client.mjs', '');
  await put('scripts/check-declarations.mjs', '');
  await put('scripts/check-runtimes.mjs', '');
  await put('scripts/check-package-readmes.mjs', '');
  await put('scripts/check-sizes.mjs', '');
  await put('scripts/check-localnet.mjs', '');
  await put('scripts/walk-doors.mjs', '');
  await put('scripts/typecheck.mjs', '');
  await put('scripts/docs.mjs', '');
  await put('deploy/check.mjs', '');
  for (const tool of ['turbo', 'oxlint', 'oxfmt', 'depcruise', 'knip', 'vitest', 'node'])
    await put(`bin/${tool}`, `#!/bin/sh\nexec sh "$FAKE_TOOL" ${tool} "$@"\n`);
  await put('bin/git', '#!/bin/sh\n');
  await put('packages/one/package.json', JSON.stringify({ name: 'one', scripts: { test: 'vitest run' } }));
  await put('packages/untested/package.json', '{}');
  await put('packages/README.md', '');
  await put('apps/localnet/dist/main.js', '');
  await put('programs/oracle/package.json', '{}');
});
after(() => rm(project, { recursive: true, force: true }));

/** @param {string} tool a shell script that stands for every tool; `$1` is its name @param {Record<string, string>} [environment] */
async function check(tool, environment = {}, flags = ['all']) {
  await put('fake-tool.sh', tool);
  const child = spawn(process.execPath, [join(project, 'scripts', 'checks.mjs'), ...flags], {
    env: {
      ...process.env,
      FAKE_TOOL: join(project, 'fake-tool.sh'),
      PATH: join(project, 'bin') + delimiter + process.env.PATH,
      NODE_TEST_CONTEXT: undefined,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

/** Names of the checks with this outcome, in the order in which they ended. */
function checksThat(outcome, output) {
  return [...new Set([...output.matchAll(new RegExp(`^${outcome} +(?:\\d+\\.\\d s|before) {2}(.+)$`, 'gm'))].map(([, name]) => name))];
}

/** The last line counts what the lines before it say. */
function assertCounted(output) {
  const [passed, failed] = ['pass', 'FAIL'].map((outcome) => checksThat(outcome, output).length);
  assert.match(output, new RegExp(`\n\\d+\\.\\d min\n${passed} passed, ${failed} failed\n$`));
  return { passed, failed };
}

describe('checks.mjs', () => {
  it('says pass for every check, and counts them', async () => {
    const { code, output } = await (await check(`[ "$1" != node ] || { shift; exec "${process.execPath}" "$@"; }`)).ended;
    assert.equal(code, 0, output);
    assert.match(output, /^pass +\d+\.\d s {2}build$/m);
    assert.match(output, /^pass .* tests of packages\/one$/m);
    assert.doesNotMatch(output, /untested|FAIL/);
    assert.equal(assertCounted(output).failed, 0);
    assert.ok(
      ['types and lint', 'documents', 'scripts'].every((name) => checksThat('pass', output).includes(name)),
      output,
    );
    assert.match(output, /\n\d+\.\d CPU min; cores idle for \d+\.\d min, summed\n\n\d+\.\d min\n/);
  });

  it('runs suites together that are configured alike, each once', async () => {
    const ALIKE = "import { packageTests } from '../../vitest.base.js';\n\nexport default packageTests();\n";
    for (const folder of ['packages/alike', 'packages/same']) {
      await put(`${folder}/package.json`, JSON.stringify({ name: folder.slice(9), scripts: { test: 'vitest run' } }));
      await put(`${folder}/vitest.config.ts`, ALIKE);
    }
    await put('packages/one/vitest.config.ts', ALIKE.replace('()', '({ redis: true })'));
    const { output } = await (await check('[ "$1" != vitest ] || { echo "$*"; exit 1; }')).ended;
    await rm(join(project, 'packages/one/vitest.config.ts'));
    for (const folder of ['packages/alike', 'packages/same']) await rm(join(project, folder), { recursive: true });
    assert.match(output, /\nvitest run .* packages\/alike\/ packages\/same\/\n--- end of tests of packages without services\n/);
    assert.match(output, /^FAIL .* tests of packages\/one$/m);
    assert.doesNotMatch(output, /tests of packages\/(?:alike|same)/);
  });

  it('goes on after a failure, then shows its output and ends with 1', async () => {
    const { code, output } = await (await check('if [ "$1" = oxlint ]; then echo "3 problems"; exit 1; fi; echo quiet')).ended;
    assert.equal(code, 1);
    assert.match(output, /^FAIL .* types and lint$/m);
    assert.match(output, /\nFAIL +\d+\.\d s {2}types and lint\n3 problems\n--- end of types and lint\n/);
    assert.doesNotMatch(output, /quiet/);
    assertCounted(output);
    assert.deepEqual(checksThat('FAIL', output), ['types and lint', 'published packages, and their commands from the tarballs']);
    assert.ok(checksThat('pass', output).includes('documents'), output);
  });

  it('does not run what needs a build that failed', async () => {
    const { output } = await (await check('[ "$1" != turbo ]')).ended;
    assert.match(output, / {2}tests of packages\/one\nnot run: "build" failed\n--- end/);
    assertCounted(output);
    assert.ok(checksThat('FAIL', output).includes('build'), output);
    assert.deepEqual(
      ['format', 'documents', 'scripts'].filter((name) => !checksThat('pass', output).includes(name)),
      [],
    );
  });

  it('leaves out what needs a tool that is not there or too old, and says so', async () => {
    await put('examples/tests/pages.test.mjs', '');
    const CHROMIUM_PATH = join(project, 'bin', 'chromium');
    const leftOut = `left out: the pages in Chromium (needs ${CHROMIUM_PATH} 131.0 or later)\n`;
    const outputWith = async () => (await (await check('exit 0', { CHROMIUM_PATH })).ended).output;
    const absent = await outputWith();
    assert.ok(absent.includes(leftOut), absent);
    assert.equal(assertCounted(absent).failed, 0);
    await put('bin/chromium', '#!/bin/sh\necho Chromium 130.9.1');
    assert.ok((await outputWith()).includes(leftOut));
    await put('bin/chromium', '#!/bin/sh\necho Chromium 131.0.1');
    const present = await outputWith();
    assert.doesNotMatch(present, /left out/);
    assert.match(present, /^pass .* the pages in Chromium$/m);
    await rm(join(project, 'examples'), { recursive: true });
  });

  it('runs fewer checks for a commit than for all, and refuses another word', async () => {
    const [commit, all] = await Promise.all(
      ['commit', 'all'].map(async (tier) => (await (await check('exit 0', {}, [tier])).ended).output),
    );
    const [few, many] = [commit, all].map((output) => checksThat('pass', output));
    assert.deepEqual(
      few.filter((name) => !many.includes(name)),
      [],
    );
    assert.ok(few.includes('tests of packages/one') && !few.includes('scripts') && many.includes('scripts'), commit);
    assert.equal((await (await check('exit 0', {}, ['--quick'])).ended).code, 2);
  });

  describe('with the inputs that turbo names', () => {
    const name = 'tests of packages/one';
    const hashed = (hash, others = 'exit 0') => {
      const answer = JSON.stringify({ tasks: [{ taskId: 'one#test', hash }] });
      return `case "$*" in *--dry=json*) echo '${answer}'; exit 0;; esac\n${others}`;
    };
    const runs = async (tool) => (await (await check(tool)).ended).output;
    after(() => rm(join(project, '.tools'), { recursive: true, force: true }));

    it('runs a check again only where they have changed', async () => {
      assert.match(await runs(hashed('a')), new RegExp(`^pass .*\\d s  ${name}$`, 'm'));
      const again = await runs(hashed('a'));
      assert.match(again, new RegExp(`^pass +before  ${name}$`, 'm'));
      assert.match(again, /^pass .*\d s {2}documents$/m);
      assertCounted(again);
      assert.match(await runs(hashed('b')), new RegExp(`^pass .*\\d s  ${name}$`, 'm'));
    });

    it('runs a check again that has failed', async () => {
      const failing = hashed('c', '[ "$1" != vitest ]');
      for (let time = 0; time < 2; time += 1) assert.match(await runs(failing), new RegExp(`^FAIL .*\\d s  ${name}$`, 'm'));
    });

    it('remembers no pass during which they changed', async () => {
      const counted = `echo >> ${join(project, 'asked')}; [ $(wc -l < ${join(project, 'asked')}) = 1 ] && hash=d || hash=e`;
      const answer = '{\\"tasks\\":[{\\"taskId\\":\\"one#test\\",\\"hash\\":\\"$hash\\"}]}';
      await runs(`case "$*" in *--dry=json*) ${counted}; echo "${answer}"; exit 0;; esac`);
      for (const hash of ['d', 'e']) assert.match(await runs(hashed(hash, 'exit 1')), new RegExp(`^FAIL .*  ${name}$`, 'm'));
    });
  });

  it('ends what it started when it is terminated', async () => {
    const pipe = join(project, 'started');
    await rm(pipe, { force: true });
    const { child, ended } = await check(
      `case "$*" in *--dry=json*) exit 0;; esac; echo $$ > ${pipe}.part; mv ${pipe}.part ${pipe}; sleep 600`,
    );
    while (!existsSync(pipe)) await new Promise(setImmediate);
    const pid = Number(readFileSync(pipe, 'utf8'));
    child.kill('SIGTERM');
    assert.equal((await ended).code, 143);
    while (isRunning(pid)) await new Promise(setImmediate);
  });
});

/** A zombie has ended, even if its parent has not waited for it yet. */
function isRunning(pid) {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
