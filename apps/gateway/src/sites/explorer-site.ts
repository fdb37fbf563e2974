import { formatAddress } from '@oracle-gateway/protocol';
import type { Config, Secrets } from '../config/config.js';
import { staticFile, type StaticSite } from '../http/static-site.js';
import { readSiteFiles } from './read-site-files.js';

/** The page, or null where the configuration leaves it off. Throws ConfigError. */
export async function openExplorerSite(
  { explorer, programId, network }: Pick<Config, 'explorer' | 'programId' | 'network'>,
  { demoKey }: Pick<Secrets, 'demoKey'>,
): Promise<StaticSite | null> {
  if (explorer === null) return null;
  const { rpcUrls, filesPath } = explorer;
  const settings = {
    programId: formatAddress(programId),
    network,
    rpcUrls,
    ...(demoKey === null ? {} : { demoKey: [...demoKey] }),
  };
  const files = new Map(await readSiteFiles(filesPath, 'explorer.files_path'));
  files.set(
    'settings.json',
    staticFile(Buffer.from(JSON.stringify(settings)), { contentType: 'application/json; charset=utf-8', cacheControl: 'no-store' }),
  );
  return { name: 'explorer', path: '/app', files, headers: headersOf(rpcUrls) };
}

/** The page may ask its gateway and the ledger alone, and runs no text as code. */
function headersOf(rpcUrls: readonly string[]): Readonly<Record<string, string>> {
  const rpcOrigins = new Set(rpcUrls.map((url) => new URL(url).origin));
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      // Icons of wallets.
      "img-src 'self' data:",
      ["connect-src 'self'", ...rpcOrigins].join(' '),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Wallets open windows of their own.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  };
}
