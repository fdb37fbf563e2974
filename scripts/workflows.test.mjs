import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github/workflows');
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const nodeOfImages = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
const WORKFLOWS = ['ci.yml', 'nightly.yml', 'release.yml'];
const texts = new Map(WORKFLOWS.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const [ci, nightly, release] = [...texts.values()].map((text) => parse(text));

/** Whether a job may write to the repository. */
function writesContents({ permissions }) {
  return permissions.contents === 'write';
}

function commandsOf({ steps }) {
  return steps.flatMap(({ run }) => run ?? []);
}

it('every workflow is held to these rules', () => {
  assert.deepEqual(readdirSync(folder).sort(), WORKFLOWS);
});

for (const [file, text] of texts) {
  const workflow = parse(text);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps.map((step) => ({ job, ...step })));

  describe(`the workflow ${file}`, () => {
    it('names every action by its commit, with the version beside it', () => {
      const uses = [...text.matchAll(/^ +(?:- )?uses: (.*)$/gm)].map(([, action]) => action);
      assert.equal(uses.length, steps.filter((step) => step.uses !== undefined).length);
      for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    it('gives each job the rights and the time that it names, and none to the others', () => {
      assert.deepEqual(workflow.permissions, {});
      for (const [name, job] of jobs) {
        assert.equal(typeof job.permissions, 'object', name);
        assert.equal(typeof job['timeout-minutes'], 'number', name);
      }
    });

    it('keeps the token of the checkout only where a job pushes', () => {
      for (const { job, uses, with: input } of steps.filter((step) => step.uses?.startsWith('actions/checkout@')))
        assert.ok(input?.['persist-credentials'] === false || writesContents(job), uses);
    });

    it('puts no expression into a command, and reads no text that an outsider wrote', () => {
      assert.deepEqual(
        jobs.flatMap(([, job]) => commandsOf(job)).filter((command) => command.includes('${{')),
        [],
      );
      assert.doesNotMatch(text, /github\.(?:event\.|event\[|head_ref)/);
      assert.doesNotMatch(text, /pull_request_target|workflow_run|issue_comment/);
    });

    it('runs on the Node of the images, or on the oldest that the packages promise', () => {
      const oldest = engines.node.match(/\d+/)[0];
      for (const { job, with: input } of steps.filter((step) => step.uses?.startsWith('actions/setup-node@'))) {
        const named = input['node-version-file'] === '.nvmrc' ? nodeOfImages : input['node-version'];
        const versions = named === '${{ matrix.node }}' ? job.strategy.matrix.node : [named];
        for (const version of versions) assert.ok([oldest, nodeOfImages].includes(version), version);
      }
    });

    it('runs commands that the project has', () => {
      for (const [, name] of text.matchAll(/\bp?npm run ([\w:-]+)/g)) assert.ok(name in scripts, name);
      for (const [, path] of text.matchAll(/node ((?:scripts|deploy)\/[\w./-]+)/g)) assert.ok(existsSync(join(root, path)), path);
      for (const [, path] of text.matchAll(/(packages\/[\w-]+)\//g)) assert.ok(existsSync(join(root, path)), path);
    });
  });
}

describe('a pull request', () => {
  it('is checked on both Nodes, and everything in the merge queue', () => {
    assert.deepEqual(Object.keys(ci.on), ['pull_request', 'merge_group']);
    assert.equal(ci.concurrency['cancel-in-progress'], true);
    assert.deepEqual(ci.jobs.commit.strategy.matrix.node, [engines.node.match(/\d+/)[0], nodeOfImages]);
    assert.deepEqual(commandsOf(ci.jobs.commit), ['npm test']);
    assert.equal(ci.jobs.everything.if, "github.event_name == 'merge_group'");
    assert.deepEqual(commandsOf(ci.jobs.everything), ['npm run test:all']);
  });

  it('waits for one check, which fails with any of the others', () => {
    const { needs, if: when, steps } = ci.jobs.passed;
    assert.deepEqual(needs, ['commit', 'everything']);
    assert.equal(when, 'always()');
    assert.equal(steps[0].if, "contains(needs.*.result, 'failure') || contains(needs.*.result, 'cancelled')");
    assert.equal(steps[0].run, 'exit 1');
  });

  it('gets no right to write', () => {
    for (const { permissions } of [...Object.values(ci.jobs), ...Object.values(nightly.jobs)])
      assert.ok(Object.values(permissions).every((right) => right === 'read'));
  });
});

describe('a release', () => {
  it('builds the images on the distribution whose packages they lock, and starts them', () => {
    const { container } = release.jobs.images;
    assert.equal(container.image, 'debian:bookworm');
    const commands = commandsOf(release.jobs.images).join('\n');
    assert.match(commands, /node deploy\/image\/reproduce\.mjs/);
    assert.match(commands, /node deploy\/image\/try\.mjs/);
  });

  it('is published only after every check, the program and the images', () => {
    assert.deepEqual(release.jobs.publish.needs, ['check', 'program', 'images', 'dockerfile']);
    assert.deepEqual(commandsOf(release.jobs.check), ['npm run test:all']);
    assert.ok(existsSync(join(root, 'programs/oracle/build.sh')));
  });

  it('brings crates and the wheel after the packages, each by the identity of the workflow and without a token of ours', () => {
    for (const name of ['crates', 'python']) {
      assert.equal(release.jobs[name].needs, 'publish');
      assert.equal(release.jobs[name].if, "needs.publish.outputs.published == 'true'");
      assert.deepEqual(release.jobs[name].permissions, { contents: 'read', 'id-token': 'write' });
    }
    assert.doesNotMatch(texts.get('release.yml'), /secrets\./);
  });
});
