import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { PROGRAM } from './built-program.js';

const artifacts = new URL('../artifacts/', import.meta.url);
/** Offset of `e_flags` in an ELF header of 64 bits, where Solana's loader reads the SBPF version. */
const FLAGS_OFFSET = 48;

describe('the committed build', () => {
  it('has the hash in SHA256SUMS', () => {
    const [line, ...others] = readFileSync(new URL('SHA256SUMS', artifacts), 'utf8').trim().split('\n');
    expect(line).toBe(`${createHash('sha256').update(PROGRAM).digest('hex')}  oracle_program.so`);
    expect(others).toEqual([]);
  });

  it('is SBF v3, because clusters refuse to deploy what is older', () => {
    expect(Buffer.from(PROGRAM).readUInt32LE(FLAGS_OFFSET)).toBe(3);
  });

  it('is the only one, so that no operator deploys another than what was tested', () => {
    expect(readdirSync(artifacts).sort()).toEqual(['SHA256SUMS', 'oracle_program.so']);
  });

  it('says where a vulnerability is reported, as explorers read it', () => {
    const text = Buffer.from(PROGRAM).toString('latin1');
    const [, fields = ''] = /=======BEGIN SECURITY\.TXT V1=======\0([^=]*)\0=======END SECURITY\.TXT V1=======\0/.exec(text) ?? [];
    const words = fields.split('\0');
    const names = words.filter((_, index) => index % 2 === 0);
    expect(names).toEqual(['name', 'project_url', 'contacts', 'policy', 'preferred_languages', 'source_code', 'auditors']);
    expect(words[1 + 2 * names.indexOf('auditors')]).toBe('None');
    expect(words[1 + 2 * names.indexOf('contacts')]).toMatch(/^link:https:.*\/security\/advisories\/new$/);
  });

  it('holds no path of the machine that built it', () => {
    expect(Buffer.from(PROGRAM).toString('latin1')).not.toMatch(/\/(home|root|work|tmp|Users)\//);
  });
});
