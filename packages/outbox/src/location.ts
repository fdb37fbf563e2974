/** Where a server listens. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** PEM text of the authorities that may sign certificates; default: those of Node. null: no TLS. */
export type ServerTls = { readonly ca?: string } | null;

/** How all servers of a location are entered. */
export interface ServerLogin {
  /** A user of the servers' ACL; default: the default user. */
  readonly username?: string;
  readonly password?: string;
  readonly tls: ServerTls;
}

/** The primary that Sentinels name. */
export interface SentinelLocation extends ServerLogin {
  readonly kind: 'sentinel';
  /** What the Sentinels call the primary. */
  readonly name: string;
  readonly sentinels: readonly ServerPlace[];
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
  readonly sentinelTls: ServerTls;
}

/** A Redis Cluster, by some of its servers. */
export interface ClusterLocation extends ServerLogin {
  readonly kind: 'cluster';
  readonly nodes: readonly ServerPlace[];
}

/** Where the outbox lives: the URL of one server (`redis://`, `rediss://`, `unix:<socket path>`), Sentinels, or a Cluster. */
export type OutboxLocation = string | SentinelLocation | ClusterLocation;
