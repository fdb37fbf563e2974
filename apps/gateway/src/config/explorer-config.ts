import { isIP } from 'node:net';
import { ConfigError, readSecretFile, readSecretKey, readUrl } from '@oracle-gateway/app-config';
import type { ConfigFile } from './config-schema.js';

/** The page that the gateway serves. */
export interface ExplorerConfig {
  /** Folder of a built page; null: the page that comes with the gateway. */
  readonly filesPath: string | null;
  /** JSON-RPC servers that visitors verify against, the preferred first. */
  readonly rpcUrls: readonly string[];
}

type ExplorerSettings = Pick<ConfigFile, 'explorer' | 'server'>;

/** null: the page is not served. Throws ConfigError. */
export function readExplorerConfig({ explorer, server }: ExplorerSettings): ExplorerConfig | null {
  const { enabled, files_path: filesPath = null, rpc_urls: urls, demo_keypair_path: demoPath } = explorer;
  if (!enabled) return null;
  if (urls.length === 0) throw new ConfigError('explorer.rpc_urls', 'must name a server where explorer.enabled is true');
  if (demoPath !== undefined && !isLoopback(server.host)) {
    throw new ConfigError(
      'explorer.demo_keypair_path',
      'must be left out unless server.host is a loopback address: every visitor gets the key',
    );
  }
  const rpcUrls = urls.map((text, position) => readUrl({ name: `explorer.rpc_urls[${position}]`, text }, ['http:', 'https:']));
  return { filesPath, rpcUrls };
}

/** 64 bytes of the key that every visitor may sign with; null: none. Throws ConfigError. */
export async function readDemoKey({ enabled, demo_keypair_path: path }: ConfigFile['explorer']): Promise<Uint8Array | null> {
  if (!enabled || path === undefined) return null;
  return readSecretKey(await readSecretFile('explorer.demo_keypair_path', path));
}

function isLoopback(host: string): boolean {
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
