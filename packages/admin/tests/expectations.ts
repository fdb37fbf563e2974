import { expect } from 'vitest';

import type { DeployedLedger } from './deployed-ledger.js';
import type { Terminal } from './typed-command.js';

export interface Expectations {
  /** Good once, then already so: the second call sends nothing. Gives what the first one printed. */
  readonly twice: (key: string, ...words: readonly string[]) => Promise<string>;
  /** Refused with a clear text, and nothing was sent. */
  readonly refused: (reason: string | RegExp, key: string, ...words: readonly string[]) => Promise<void>;
}

/** Rules for every command that sends. */
export function expectationsOf({ ledger }: DeployedLedger, terminal: Terminal): Expectations {
  return {
    async twice(key, ...words) {
      const first = await terminal.type(key, ...words);
      expect(first).toMatchObject({ exitCode: 0, errors: '', output: expect.stringContaining('done, confirmed in slot') as string });
      const sent = ledger.transactionCount;
      const second = await terminal.type(key, ...words);
      expect(second).toMatchObject({ exitCode: 0, errors: '', output: expect.stringMatching(/^already so: /) as string });
      expect(ledger.transactionCount).toBe(sent);
      return first.output;
    },
    async refused(reason, key, ...words) {
      const sent = ledger.transactionCount;
      const { exitCode, errors, output } = await terminal.type(key, ...words);
      expect(errors).toMatch(reason);
      expect(errors).toContain('nothing was sent');
      expect({ exitCode, output }).toEqual({ exitCode: 3, output: expect.not.stringContaining('sending') as string });
      expect(ledger.transactionCount).toBe(sent);
    },
  };
}
