import { isPublicAddress } from '@oracle-gateway/node-api';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { NodeError } from '../errors/node-error.js';

/** Resolves to all addresses of a name; rejects for a name without one. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * DNS for sources that callers choose. It queries the name servers directly. The lookup of the system would read the hosts file. It also
 * runs on the thread pool, where a few names without an answer block all other work.
 */
export function createDnsResolver(): ResolveName {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (name) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length === 0 && v4.status === 'rejected') {
      throw v4.reason;
    }
    return addresses;
  };
}

/** The lookup of the system, for allow-listed names, which may be in the hosts file. */
export const systemResolver: ResolveName = async (name) => (await systemLookup(name, { all: true })).map(({ address }) => address);

/** Requires that every address of a name is public: one private address suffices for a refusal. Throws NodeError. */
export function requirePublic(addresses: readonly string[]): void {
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new NodeError('forbidden_source');
  }
}

/**
 * The lookup of one connection. The socket connects to the addresses that are judged here, without a second resolution that could give
 * others.
 */
export function createLookup(resolve: ResolveName, accept: (addresses: readonly string[]) => void): LookupFunction {
  const resolveAccepted = async (name: string): Promise<{ address: string; family: 4 | 6 }[]> => {
    const addresses = await resolve(name);
    accept(addresses);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return (name, options, callback) => {
    resolveAccepted(name).then(
      (found) => {
        const first = found[0];
        if (first === undefined) {
          callback(new NodeError('forbidden_source'), '', 0);
        } else if (options.all === true) {
          callback(null, found);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error('name resolution failed'), '', 0);
      },
    );
  };
}
