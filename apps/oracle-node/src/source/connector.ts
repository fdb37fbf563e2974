import { isAllowedSource, isPublicAddress, literalAddressAllowed, type AllowedSources } from '@oracle-gateway/node-api';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { NodeError } from '../errors/node-error.js';
import { createLookup, requirePublic, type ResolveName } from './public-lookup.js';

export interface ConnectorDeps {
  readonly allowed: AllowedSources;
  readonly connectTimeoutMs: number;
  /** Resolver of names that callers choose. */
  readonly resolve: ResolveName;
  /** Resolver of names on the allow-list. */
  readonly resolveAllowed: ResolveName;
  readonly build?: typeof buildConnector;
  /** Called for each connection; `carrier` is the TCP connection under its encryption, or the connection itself. */
  readonly onConnected?: (socket: Socket, carrier: Socket) => void;
}

/**
 * Opens connections to public addresses only. A literal address is judged before connecting, and a name by all its addresses. The connected
 * socket is judged again by its peer, before anything is sent on it. Allow-listed `host:port`s are exempt.
 */
export function createPublicConnector(deps: ConnectorDeps): buildConnector.connector {
  const build = deps.build ?? buildConnector;
  const timeout = deps.connectTimeoutMs;
  const connectPublic = build({ timeout, lookup: createLookup(deps.resolve, requirePublic) });
  const connectAllowed = build({ timeout, lookup: createLookup(deps.resolveAllowed, () => undefined) });
  const encrypt = build({ timeout });

  const connected = (carrier: Socket, options: buildConnector.Options, callback: buildConnector.Callback): void => {
    const isEncrypted = options.protocol === 'https:';
    const hand: buildConnector.Callback = (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      deps.onConnected?.(socket, carrier);
      callback(null, socket);
    };
    if (isEncrypted) encrypt({ ...options, httpSocket: carrier }, hand);
    else hand(null, carrier);
  };

  return (options, callback) => {
    const url = connectedOrigin(options);
    const isAllowed = isAllowedSource(url, deps.allowed);
    if (!isAllowed && !literalAddressAllowed(url, deps.allowed)) {
      callback(new NodeError('forbidden_source'), null);
      return;
    }
    const connect = isAllowed ? connectAllowed : connectPublic;
    connect(tcpOptions(options), (error, carrier) => {
      if (error !== null) {
        callback(error, null);
      } else if (isAllowed || isPublicAddress(carrier.remoteAddress ?? '')) {
        connected(carrier, options, callback);
      } else {
        carrier.destroy();
        callback(new NodeError('forbidden_source'), null);
      }
    });
  };
}

/** The same place without encryption, which undici puts on a connection that is there. */
function tcpOptions(options: buildConnector.Options): buildConnector.Options {
  const port = options.port === '' && options.protocol === 'https:' ? '443' : options.port;
  return { ...options, protocol: 'http:', port };
}

/** Origin of a connection. undici gives IPv6 hosts without brackets, and an empty text for the default port. */
export function connectedOrigin({ protocol, hostname, port }: buildConnector.Options): string {
  return `${protocol}//${hostname.includes(':') ? `[${hostname}]` : hostname}${port === '' ? '' : `:${port}`}`;
}
