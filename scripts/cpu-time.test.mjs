import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { childrenCpuSeconds, idleSeconds, meterOfChildren } from './cpu-time.mjs';

describe('the CPU time of children', () => {
  it('is read past a name with brackets and spaces', () => {
    const stat = `1 (a) (b) c) S ${Array.from({ length: 12 }, (_, index) => 100 + index).join(' ')} 250 50 20 0`;
    assert.equal(childrenCpuSeconds(stat), 3);
  });

  it('holds what a child used that has ended', () => {
    const used = meterOfChildren();
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
    assert.ok(used() >= 0.29);
    assert.equal(used(), 0);
  });
});

it('the idle time of the machine never runs back', () => {
  const before = idleSeconds();
  assert.ok(before > 0);
  assert.ok(idleSeconds() >= before);
});
