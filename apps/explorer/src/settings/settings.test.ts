import { describe, expect, it } from 'vitest';
import { readPageSettings } from './settings.js';

const GOOD = {
  programId: '11111111111111111111111111111112',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  rpcUrls: ['https://rpc.example'],
};
const pageUrl = 'https://oracle.example/base/app/';

describe('readSettings', () => {
  it('asks the gateway that serves the page, unless the settings name another', () => {
    expect(readPageSettings({ value: GOOD, pageUrl })).toEqual({ ...GOOD, gateway: 'https://oracle.example/base' });
    expect(readPageSettings({ value: { ...GOOD, gateway: 'http://other.example/' }, pageUrl }).gateway).toBe('http://other.example');
  });

  it('takes the key of a test world', () => {
    const demoKey = Array.from({ length: 64 }, (_, index) => index);
    expect(readPageSettings({ value: { ...GOOD, demoKey }, pageUrl }).demoKey).toEqual(Uint8Array.from(demoKey));
  });

  it.each([
    [null, 'programId'],
    [{ ...GOOD, gateway: 'ftp://a' }, 'gateway'],
    [{ ...GOOD, programId: 'abc' }, 'programId'],
    [{ ...GOOD, network: 'mainnet' }, 'network'],
    [{ ...GOOD, rpcUrls: [] }, 'rpcUrls'],
    [{ ...GOOD, rpcUrls: ['javascript:1'] }, 'rpcUrls'],
    [{ ...GOOD, demoKey: [1] }, 'demoKey'],
    [{ ...GOOD, demoKey: Array(64).fill(256) }, 'demoKey'],
  ])('refuses %j and names %s', (value, member) => {
    expect(() => readPageSettings({ value, pageUrl })).toThrow(`settings.json: ${member} must be`);
  });
});
