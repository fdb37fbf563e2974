import { afterAll, describe, expect, it } from 'vitest';

import { openTerminal } from './typed-command.js';

const terminal = openTerminal();
afterAll(() => terminal.close());

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that evaluates nothing', async (shell) => {
    const { exitCode, output, errors } = await terminal.type(['completion', shell]);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    expect(output).toContain('oracle-gateway complete -- ');
    expect(output).not.toMatch(/\beval\b/);
  });

  it('knows no other shell', async () => {
    const { exitCode, errors } = await terminal.type(['completion', 'csh']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('shell: must be one of bash, zsh, fish');
  });

  it('is answered by a command that the help leaves out', async () => {
    expect(await terminal.type(['complete', '--', 'quo'])).toEqual({ exitCode: 0, output: 'quota\n', errors: '' });
    expect((await terminal.type(['--help'])).output).not.toContain('complete ');
  });
});
