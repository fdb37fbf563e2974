import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');

describe('the release workflow', () => {
  it('names every action by its commit, with the version beside it', () => {
    const uses = [...workflow.matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    assert.ok(uses.length > 0);
    for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives each job the rights that it names, and none to the others', () => {
    assert.match(workflow, /^permissions: \{\}$/m);
    const jobs = workflow
      .split(/^jobs:$/m)[1]
      .split(/^ {2}(?=\w+:$)/m)
      .slice(1);
    for (const job of jobs) assert.match(job, /^ {4}permissions:$/m);
  });

  it('builds the images on the distribution whose packages they lock, starts them, and publishes nothing without them', () => {
    const images = workflow.split(/^ {2}(?=\w+:$)/m).find((job) => job.startsWith('images:')) ?? '';
    assert.match(images, /image: debian:bookworm$/m);
    assert.match(images, /node deploy\/image\/reproduce\.mjs/);
    assert.match(images, /node deploy\/image\/try\.mjs/);
    assert.match(workflow, /^ {4}needs: \[check, program, images, dockerfile\]$/m);
  });

  it('runs commands that the project has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [, name] of workflow.matchAll(/pnpm run ([\w-]+)/g)) assert.ok(name in scripts, name);
    for (const [, path] of workflow.matchAll(/node ((?:scripts|deploy)\/[\w./-]+)/g)) assert.ok(existsSync(join(root, path)), path);
    assert.ok(existsSync(join(root, 'programs/oracle/build.sh')));
  });
});
