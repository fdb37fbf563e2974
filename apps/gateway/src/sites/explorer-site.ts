import { join } from 'node:path';
import { formatAddress } from '@oracle-gateway/protocol';
import type { Config, Secrets } from '../config/config.js';
import type { StaticSite } from '../http/static-site.js';
import { readSiteFiles } from './read-site-files.js';
import { siteHeaders } from './site-headers.js';

/**
 * The page, or null where the configuration leaves it off. Throws ConfigError.
 *
 * @param pagesPath folder that has `explorer`, the page that comes with the gateway
 */
export async function openExplorerSite(
  { explorer, programId, network }: Pick<Config, 'explorer' | 'programId' | 'network'>,
  { demoKey }: Pick<Secrets, 'demoKey'>,
  pagesPath: string,
): Promise<StaticSite | null> {
  if (explorer === null) return null;
  const { rpcUrls } = explorer;
  const filesPath = explorer.filesPath ?? join(pagesPath, 'explorer');
  const settings = {
    programId: formatAddress(programId),
    network,
    rpcUrls,
    ...(demoKey === null ? {} : { demoKey: [...demoKey] }),
  };
  const files = new Map(await readSiteFiles(filesPath, { key: 'explorer.files_path', path: '/app/' }));
  files.set('/app/settings.json', {
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-store',
    read: () => Promise.resolve(Buffer.from(JSON.stringify(settings))),
  });
  return {
    name: 'explorer',
    files,
    redirects: new Map([['/app', 'app/']]),
    headers: siteHeaders({
      connectTo: [...new Set(rpcUrls.map((url) => new URL(url).origin))],
      directives: ["require-trusted-types-for 'script'", "trusted-types 'none'"],
      // Wallets open windows of their own.
      openerPolicy: 'same-origin-allow-popups',
    }),
  };
}
