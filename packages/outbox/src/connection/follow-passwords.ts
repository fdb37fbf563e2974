import { Cluster, type Redis } from 'ioredis';
import type { ServerPassword } from './location.js';

type PasswordName = 'password' | 'sentinelPassword';
type Passwords = Partial<Record<PasswordName, ServerPassword>>;

/**
 * Has a connection ask for its passwords each time that it connects, and its duplicates too, such as those of BullMQ. A connection that is open
 * stays open, whatever the password is by then.
 */
export function followPasswords<Connection extends Redis | Cluster>(connection: Connection, passwords: Passwords): Connection {
  if (connection instanceof Cluster) followInCluster(connection, passwords);
  else followOnServer(connection, passwords);
  return connection;
}

function followOnServer(redis: Redis, passwords: Passwords): void {
  askEachTime(redis.options, passwords);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => followPasswords(duplicate(override), passwords);
}

/** A cluster makes a connection for each server, with its options, once it needs it. */
function followInCluster(cluster: Cluster, passwords: Passwords): void {
  askEachTime((cluster.options.redisOptions ??= {}), passwords);
  cluster.on('+node', (node: Redis) => followOnServer(node, passwords));
  const duplicate = cluster.duplicate.bind(cluster);
  cluster.duplicate = (...override) => followPasswords(duplicate(...override), passwords);
}

function askEachTime(options: object, passwords: Passwords): void {
  for (const [name, password] of Object.entries(passwords)) {
    Object.defineProperty(options, name, { get: () => password.current(), set: () => undefined, enumerable: true, configurable: true });
  }
}
