import { ConfigError, type Environment, readEach, readHttpUrl, readSecretFile } from '@oracle-gateway/app-config';

const MAX_RPC_URLS = 8;

/** Servers of a chain: of the environment, of the file, or of the file that it names. Throws ConfigError. */
export async function readServers(
  { name, environment, variable }: { readonly name: string; readonly environment: Environment; readonly variable: string },
  { rpc_url: url, rpc_url_path: path }: { readonly rpc_url?: string; readonly rpc_url_path?: string },
): Promise<readonly string[]> {
  const urlVariable = `${variable}_RPC_URL`;
  const inline = environment[urlVariable];
  const [key, fileKey] = [`targets.${name}.rpc_url`, `targets.${name}.rpc_url_path`];
  if (inline === undefined && url !== undefined && path !== undefined)
    throw new ConfigError(fileKey, `must not stand beside ${key}: remove one of the two`);
  if (inline === undefined && url === undefined && path === undefined)
    throw new ConfigError(key, `is required, here or in ${urlVariable}, or in the file of ${fileKey}`);
  const setting =
    inline !== undefined
      ? { name: urlVariable, text: inline }
      : path !== undefined
        ? await readSecretFile(fileKey, path)
        : { name: key, text: url ?? '' };
  const words = setting.text.trim().split(/\s+/);
  if (words.length > MAX_RPC_URLS) throw new ConfigError(setting.name, `must name at most ${MAX_RPC_URLS} servers`);
  return readEach(words, (text) => readHttpUrl({ name: setting.name, text }));
}
