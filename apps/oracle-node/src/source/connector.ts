import { isAllowedSource, isPublicAddress, literalAddressAllowed, type AllowedSources } from '@oracle-gateway/node-api';
import { buildConnector } from 'undici';
import { NodeError } from '../errors/node-error.js';
import { createLookup, requirePublic, type ResolveName } from './public-lookup.js';

export interface ConnectorDeps {
  readonly allowed: AllowedSources;
  readonly connectTimeoutMs: number;
  /** For names that callers choose. */
  readonly resolve: ResolveName;
  /** For names on the allow-list. */
  readonly resolveAllowed: ResolveName;
  readonly build?: typeof buildConnector;
}

/**
 * Opens connections to public addresses only. A literal address is judged before connecting, a name by all its addresses, and the connected
 * socket again by its peer. Allow-listed `host:port`s are exempt.
 */
export function createPublicConnector(deps: ConnectorDeps): buildConnector.connector {
  const build = deps.build ?? buildConnector;
  const timeout = deps.connectTimeoutMs;
  const connectPublic = build({ timeout, lookup: createLookup(deps.resolve, requirePublic) });
  const connectAllowed = build({ timeout, lookup: createLookup(deps.resolveAllowed, () => undefined) });
  return (options, callback) => {
    const url = connectedOrigin(options);
    if (isAllowedSource(url, deps.allowed)) {
      connectAllowed(options, callback);
      return;
    }
    if (!literalAddressAllowed(url, deps.allowed)) {
      callback(new NodeError('forbidden_source'), null);
      return;
    }
    connectPublic(options, (error, socket) => {
      if (error !== null) {
        callback(error, null);
      } else if (isPublicAddress(socket.remoteAddress ?? '')) {
        callback(null, socket);
      } else {
        socket.destroy();
        callback(new NodeError('forbidden_source'), null);
      }
    });
  };
}

/** Origin of a connection. undici gives IPv6 hosts without brackets, and an empty text for the default port. */
export function connectedOrigin({ protocol, hostname, port }: buildConnector.Options): string {
  return `${protocol}//${hostname.includes(':') ? `[${hostname}]` : hostname}${port === '' ? '' : `:${port}`}`;
}
