import fc from 'fast-check';
import { isPublicAddress } from '@oracle-gateway/node-api';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createLookup, requirePublic, type ResolveName } from './public-lookup.js';

function lookUp(resolve: ResolveName, all: boolean) {
  return new Promise<{ error: unknown; found: unknown; family: unknown }>((done) => {
    createLookup(resolve, requirePublic)('prices.example', { all }, (error, found, family) => done({ error, found, family }));
  });
}

describe('createLookup', () => {
  it('gives the socket exactly the addresses that were judged', async () => {
    const resolve: ResolveName = () => Promise.resolve(['93.184.216.34', '2606:4700::1111']);
    expect((await lookUp(resolve, true)).found).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await lookUp(resolve, false)).toEqual({ error: null, found: '93.184.216.34', family: 4 });
  });

  it('judges every resolution anew: a name that turns private is refused at the next connection', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const resolve: ResolveName = () => Promise.resolve(answers.shift() ?? []);
    expect((await lookUp(resolve, true)).error).toBeNull();
    expect((await lookUp(resolve, true)).error).toEqual(new NodeError('forbidden_source'));
  });

  it('resolves once per connection, so there is no second answer to slip in', async () => {
    let asked = 0;
    await lookUp(() => {
      asked += 1;
      return Promise.resolve(['93.184.216.34']);
    }, true);
    expect(asked).toBe(1);
  });

  it('passes a failure on', async () => {
    expect((await lookUp(() => Promise.reject(new Error('ENOTFOUND')), true)).error).toEqual(new Error('ENOTFOUND'));
  });
});

describe('requirePublic', () => {
  it('accepts a list only when it is not empty and every address is public', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 4 }), (addresses) => {
        const isFine = addresses.length > 0 && addresses.every(isPublicAddress);
        const refuse = expect(() => requirePublic(addresses));
        if (isFine) refuse.not.toThrow();
        else refuse.toThrow(NodeError);
      }),
    );
  });
});
