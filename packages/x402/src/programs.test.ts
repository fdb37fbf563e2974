import * as svm from '@x402/svm';
import { describe, expect, it } from 'vitest';
import * as programs from './programs.js';

describe('the addresses of programs', () => {
  const { SYSTEM_PROGRAM_ADDRESS: _, ...shared } = programs;
  it.each(Object.entries(shared))('%s is that of @x402/svm', (name, address) => {
    expect(Object.entries(svm)).toContainEqual([name, address]);
  });
});
