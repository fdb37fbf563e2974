/** Address of a server. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** Certificates and key of TLS connections, as PEM texts. */
export interface TlsFiles {
  /** Authorities that may sign certificates of servers. Default: those of Node. */
  readonly ca?: string;
  /** Certificate that this process shows to servers that ask for one, with its key. */
  readonly certificate?: string;
  readonly key?: string;
}

/** null: no TLS. */
export type ServerTls = TlsFiles | null;

/** A password that may change: each connection asks for it when it is made. */
export interface ServerPassword {
  current(): string;
}

/** Login for all servers of a location. */
export interface ServerLogin {
  /** A user of the servers' ACL; default: the default user. */
  readonly username?: string;
  readonly password?: ServerPassword;
  readonly tls: ServerTls;
}

/** One server with a login beside its URL, or by TLS where the authorities of Node do not suffice. */
export interface ServerLocation extends ServerLogin {
  readonly kind: 'server';
  /** A `redis://` URL, or a `rediss://` one. Files of TLS need the second. */
  readonly url: string;
}

/** The primary that Sentinels name. */
export interface SentinelLocation extends ServerLogin {
  readonly kind: 'sentinel';
  /** Name of the primary at the Sentinels. */
  readonly name: string;
  readonly sentinels: readonly ServerPlace[];
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: ServerPassword;
  readonly sentinelTls: ServerTls;
}

/** A Redis Cluster, by some of its servers. */
export interface ClusterLocation extends ServerLogin {
  readonly kind: 'cluster';
  readonly nodes: readonly ServerPlace[];
}

/** Location of the outbox: one server (its URL `redis://`, `rediss://` or `unix:<socket path>`), Sentinels, or a Cluster. */
export type OutboxLocation = string | ServerLocation | SentinelLocation | ClusterLocation;
