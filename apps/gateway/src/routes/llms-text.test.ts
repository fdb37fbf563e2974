import { operations } from '@oracle-gateway/gateway-api';
import { describe, expect, it } from 'vitest';
import { llmsText } from './llms-text.js';

const deployment = { programId: 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK', network: 'solana:abc', publicOrigin: undefined };

describe('llmsText', () => {
  it('has the form of llms.txt: one title, a summary, and lists of links', () => {
    const text = llmsText({ ...deployment, operations: Object.values(operations), publicOrigin: 'https://oracle.example' });
    expect(text.match(/^# .*$/gm)).toEqual(['# Oracle Gateway']);
    expect(text.split('\n')[2]).toMatch(/^> /);
    expect(text).toContain('[What is served](https://oracle.example/v1/info): ');
    for (const { method, path } of Object.values(operations)) expect(text).toContain(`\`${method} ${path}\``);
    expect(text).not.toMatch(/\n{3}/);
  });

  it('names what is served, and nothing else', () => {
    const text = llmsText({ ...deployment, operations: [operations.getInfo] });
    expect(text).toContain('[What is served](/v1/info)');
    expect(text).not.toContain('/.well-known/x402');
  });
});
