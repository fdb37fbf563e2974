import { describe, expect, it } from 'vitest';

import { networkKind, settingsOfNetwork } from './known-deployments.js';

const KNOWN = { devnet: { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', program: 'P', gateway: 'https://g', rpc: 'https://r' } };

describe('a network', () => {
  it('is an id, or the name of a known deployment', () => {
    expect(networkKind(KNOWN).parse('devnet')).toBe('devnet');
    expect(networkKind(KNOWN).parse('solana:localnet')).toBe('solana:localnet');
    expect(networkKind(KNOWN).parse('mainnet')).toBeUndefined();
    expect(networkKind(KNOWN).parse('toString')).toBeUndefined();
  });

  it('is refused where it is unknown, with the known ones, or with what to give instead', () => {
    expect(networkKind(KNOWN).form).toContain('or a known network: devnet');
    expect(networkKind({}).form).toContain('this version knows no network by name, so give --network, --program, --rpc and --gateway');
  });
});

describe('the name of a known deployment', () => {
  it('stands for its gateway, RPC server, program and id', () => {
    expect(settingsOfNetwork(KNOWN, { values: { network: 'devnet' }, ranks: { network: 0 } })).toEqual(KNOWN.devnet);
  });

  it('leaves what the same place or an earlier one says, and replaces what a later one says', () => {
    const values = { network: 'devnet', rpc: 'https://own', gateway: 'https://old' };
    const settled = settingsOfNetwork(KNOWN, { values, ranks: { network: 1, rpc: 1, gateway: 2 } });
    expect(settled).toEqual({ ...KNOWN.devnet, rpc: 'https://own' });
  });

  it('is nothing for an id', () => {
    expect(settingsOfNetwork(KNOWN, { values: { network: 'solana:localnet' }, ranks: { network: 0 } })).toBeNull();
  });
});
