import { connect } from 'node:tls';
import type { OutboxTlsError } from '../records/errors.js';
import type { OutboxLocation, ServerPlace, TlsFiles } from './location.js';
import { tlsError } from './tls-error.js';

const HANDSHAKE_TIMEOUT_MS = 5_000;

/** First servers of Sentinels or of a Cluster, where their connections use TLS; none elsewhere. */
interface Entrances {
  readonly places: readonly ServerPlace[];
  readonly tls: TlsFiles;
}

/** Options of Node's TLS. It verifies the server's certificate and name, as it does without options. */
export function tlsOptions({ ca, certificate, key }: TlsFiles): { readonly ca?: string; readonly cert?: string; readonly key?: string } {
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key }),
  };
}

/**
 * Tells why Sentinels or a Cluster cannot be entered by TLS. ioredis says only that a connection was closed, so this makes a handshake with each of
 * their servers. undefined: TLS is not the trouble, or one server tells its reason itself.
 */
export async function tlsTrouble(location: OutboxLocation): Promise<OutboxTlsError | undefined> {
  const entrances = entrancesOf(location);
  const reasons = await Promise.all(entrances.places.map((place) => handshake(place, entrances.tls)));
  return reasons.map(tlsError).find((reason) => reason !== undefined);
}

function entrancesOf(location: OutboxLocation): Entrances {
  if (typeof location === 'string' || location.kind === 'server') return { places: [], tls: {} };
  const [places, tls] = location.kind === 'cluster' ? [location.nodes, location.tls] : [location.sentinels, location.sentinelTls];
  return tls === null ? { places: [], tls: {} } : { places, tls };
}

/** Resolves with the error of the handshake. undefined: the server answers. */
function handshake({ host, port }: ServerPlace, tls: TlsFiles): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...tlsOptions(tls) });
    const end = (error?: Error): void => {
      socket.destroy();
      resolve(error);
    };
    socket.setTimeout(HANDSHAKE_TIMEOUT_MS, end);
    socket.on('error', end);
    socket.on('close', () => end());
    // A server that asks for a certificate refuses only what comes after the handshake.
    socket.once('secureConnect', () => socket.write('PING\r\n'));
    socket.once('data', () => end());
  });
}
