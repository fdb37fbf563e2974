import { formatAddress, fromHex, toAddress, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/deployment-id.json' with { type: 'json' };
import { addressIn, deploymentOf } from './deployment.js';

const PROGRAM = 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK';

describe('a deployment', () => {
  it.each(file.vectors)('has the id of its program and network: $network', ({ programId, network, hash }) => {
    const address = formatAddress(toAddress(fromHex(programId)));
    expect(toHex(deploymentOf({ programId: address, network }).deploymentId)).toBe(hash);
  });

  it.each([
    ['ledger.programId', { programId: 'short', network: 'solana:one' }],
    ['ledger.programId', { programId: '', network: 'solana:one' }],
    ['ledger.network', { programId: PROGRAM, network: 'mainnet' }],
    ['ledger.network', { programId: PROGRAM, network: '' }],
  ])('is refused by %s: %j', (field, input) => {
    expect(() => deploymentOf(input)).toThrow(expect.objectContaining({ name: 'ClientUsageError', field }));
  });
});

describe('an address', () => {
  it('is named by its option where it is refused', () => {
    expect(formatAddress(addressIn('owner', PROGRAM))).toBe(PROGRAM);
    expect(() => addressIn('owner', `${PROGRAM}1`)).toThrow(expect.objectContaining({ field: 'owner' }));
  });
});
