import { describe, expect, it, vi } from 'vitest';

import { createTerminal, type TerminalOptions, wantsColor } from './terminal.js';

function open(options: Partial<TerminalOptions> = {}, isTTY = false) {
  const [output, errors]: string[][] = [[], []];
  const terminal = createTerminal(
    { stdout: { isTTY, write: (text) => output!.push(text) }, stderr: { isTTY, write: (text) => errors!.push(text) } },
    { name: 'oracle-gateway', json: false, quiet: false, color: true, ...options },
  );
  return { terminal, output: () => output!.join(''), errors: () => errors!.join('') };
}

describe('a terminal', () => {
  it('writes results to the standard output and all else to the standard error', () => {
    const { terminal, output, errors } = open();
    terminal.result('1', { value: '1' });
    terminal.note('a remark');
    terminal.failure('it failed', { error: {} });
    expect([output(), errors()]).toEqual(['1\n', 'a remark\noracle-gateway: it failed\n']);
  });

  it('writes one line of JSON a result, without remarks, and amounts as text', () => {
    const { terminal, output, errors } = open({ json: true });
    terminal.result('1', { value: '1', amount: 2n ** 64n });
    terminal.note('a remark');
    terminal.failure('it failed', { error: { code: 'x' } });
    expect([output(), errors()]).toEqual(['{"value":"1","amount":"18446744073709551616"}\n', '{"error":{"code":"x"}}\n']);
  });

  it('writes no remark where it shall be quiet, and failures all the same', () => {
    const { terminal, errors } = open({ quiet: true }, true);
    terminal.note('a remark');
    terminal.progress('waiting')();
    terminal.failure('it failed', { error: {} });
    expect(errors()).toContain('it failed');
    expect(errors()).not.toMatch(/remark|waiting/);
  });

  it('writes a warning to the standard error, as JSON beside JSON, and not where it shall be quiet', () => {
    const warned = (options: Partial<TerminalOptions>): string[] => {
      const { terminal, output, errors } = open(options);
      terminal.warning('it ends\u001b[2J', { warning: { code: 'x' } });
      return [output(), errors()];
    };
    expect(warned({})).toEqual(['', 'oracle-gateway: warning: it ends\ufffd[2J\n']);
    expect(warned({ json: true })).toEqual(['', '{"warning":{"code":"x"}}\n']);
    expect(warned({ quiet: true })).toEqual(['', '']);
    expect(warned({ quiet: true, json: true })).toEqual(['', '']);
  });

  it('writes a warning above the progress that stands, and on a line of its own after it', () => {
    const { terminal, errors } = open({ color: false }, true);
    const end = terminal.progress('waiting');
    terminal.warning('one', {});
    end();
    terminal.warning('two', {});
    const [clear, warning] = ['\r\u001b[2K', 'oracle-gateway: warning:'];
    expect(errors()).toBe(`waiting${clear}${warning} one\nwaiting${clear}${warning} two\n`);
  });

  it('tells every five seconds how long it waits, also without a terminal', () => {
    vi.useFakeTimers();
    try {
      const { terminal, errors } = open();
      const end = terminal.progress('asking the nodes …');
      vi.advanceTimersByTime(11_000);
      end();
      vi.advanceTimersByTime(60_000);
      expect(errors()).toBe('asking the nodes … 5 s\nasking the nodes … 10 s\n');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is coloured and shows progress on a terminal only', () => {
    const onTerminal = open({}, true);
    onTerminal.terminal.progress('waiting')();
    onTerminal.terminal.note('a remark');
    expect(onTerminal.errors()).toBe('\u001b[2mwaiting\u001b[0m\r\u001b[2K\u001b[2ma remark\u001b[0m\n');
    const piped = open();
    piped.terminal.progress('waiting')();
    piped.terminal.note('a remark');
    expect(piped.errors()).toBe('a remark\n');
    const plain = open({ color: false }, true);
    plain.terminal.note('a remark');
    expect(plain.errors()).toBe('a remark\n');
  });

  it("lets no text of a gateway's move the cursor", () => {
    const { terminal, output } = open();
    terminal.result('a\u001b[2Jb\u009bc\rd\ne\tf', {});
    expect(output()).toBe('a\ufffd[2Jb\ufffdc\ufffdd\ne\tf\n');
  });
});

describe('NO_COLOR', () => {
  it.each([
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('%j', (environment, expected) => {
    expect(wantsColor(environment)).toBe(expected);
  });
});
