import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runStep, StepFailedError } from './step.mjs';

function step(program, lines) {
  return {
    title: 'Working',
    command: process.execPath,
    args: ['--eval', program],
    cwd: '.',
    say: (line) => lines.push(line),
  };
}

describe('runStep', () => {
  it('says that it starts and that it is done, and keeps its output to itself', async () => {
    const lines = [];
    await runStep(step('console.log("noise")', lines));
    assert.equal(lines.length, 2);
    assert.equal(lines[0], 'Working …');
    assert.match(lines[1], /^Working: done in \d+ s$/);
  });

  it('throws all output of a step that fails', async () => {
    const failing = runStep(step('console.log("out"); console.error("err"); process.exitCode = 4', []));
    await assert.rejects(
      failing,
      (error) => error instanceof StepFailedError && /^Working: ended with exit code 4\n(out\nerr|err\nout)\n$/.test(error.message),
    );
  });

  it('throws for a program that is not there', async () => {
    await assert.rejects(runStep({ ...step('', []), command: '/no/such/program' }), StepFailedError);
  });
});
