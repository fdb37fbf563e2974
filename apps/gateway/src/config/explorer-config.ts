import { isIP } from 'node:net';
import { ConfigError, readAll, readEach, readHttpUrl, readSecretFile, readSecretKey, requireFolder } from '@oracle-gateway/app-config';
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
export async function readExplorerConfig({ explorer, server }: ExplorerSettings): Promise<ExplorerConfig | null> {
  const { enabled } = explorer;
  if (!enabled) return null;
  const { rpcUrls } = await readAll({
    rpcUrls() {
      if (explorer.rpc_urls.length === 0) throw new ConfigError('explorer.rpc_urls', 'must name a server where explorer.enabled is true');
      return readEach(explorer.rpc_urls, (text, position) => readHttpUrl({ name: `explorer.rpc_urls[${position}]`, text }));
    },
    files: () => (explorer.files_path === undefined ? undefined : requireFolder('explorer.files_path', explorer.files_path, 'list')),
    demoKey() {
      if (explorer.demo_keypair_path !== undefined && !isLoopback(server.host))
        throw new ConfigError(
          'explorer.demo_keypair_path',
          'must be left out unless server.host is a loopback address: every visitor gets the key',
        );
    },
  });
  return { filesPath: explorer.files_path ?? null, rpcUrls };
}

/** 64 bytes of the key that every visitor may sign with; null: none. Throws ConfigError. */
export async function readDemoKey({ enabled, demo_keypair_path: path }: ConfigFile['explorer']): Promise<Uint8Array | null> {
  if (!enabled || path === undefined) return null;
  return readSecretKey(await readSecretFile('explorer.demo_keypair_path', path));
}

function isLoopback(host: string): boolean {
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
