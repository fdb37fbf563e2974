import { ConfigError, type Environment, readEach } from '@oracle-gateway/app-config';
import { type ConfiguredTarget, TARGET_KIND_NAMES, TARGET_KINDS, TARGET_MEMBERS, type TargetSecrets } from '../targets/index.js';
import type { ConfigFile } from './config-schema.js';

type Target = ConfigFile['targets'][string];

/** Throws ConfigError. */
export async function readTargetSettings({ targets }: Pick<ConfigFile, 'targets'>): Promise<readonly ConfiguredTarget[]> {
  const names = Object.keys(targets);
  if (names.length === 0) throw new ConfigError('targets', 'must have at least one target');
  const settings = await readEach(names, (name) => readTarget(name, targetOf(targets, name)));
  for (const kind of TARGET_KIND_NAMES) {
    const [, second] = settings.filter((one) => one.kind === kind);
    if (second !== undefined && TARGET_KINDS[kind].isSingle)
      throw new ConfigError(`targets.${second.name}.kind`, `must be ${kind} of one target only: it is ${TARGET_KINDS[kind].description}`);
  }
  return settings;
}

async function readTarget(name: string, table: Target): Promise<ConfiguredTarget> {
  const kind = TARGET_KINDS[table.kind];
  await readEach(Object.keys(table), (key) => {
    if (Object.hasOwn(TARGET_MEMBERS, key) && !Object.hasOwn(kind.members, key))
      throw new ConfigError(`targets.${name}.${key}`, `is not for a target of kind ${table.kind}`);
  });
  const { max_fees_per_day: fees } = table;
  return kind.read({ name, table, maxFeesPerDay: fees === undefined ? null : BigInt(fees) });
}

function targetOf(targets: ConfigFile['targets'], name: string): Target {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) throw new TypeError('a target of the file is missing');
  return target;
}

/** Reads keys and servers, by the names of the targets. Throws ConfigError. */
export async function readTargetSecrets(
  { targets }: Pick<ConfigFile, 'targets'>,
  environment: Environment,
): Promise<ReadonlyMap<string, TargetSecrets>> {
  const secrets = await readEach(Object.keys(targets), async (name) => {
    const table = targetOf(targets, name);
    return [name, await TARGET_KINDS[table.kind].readSecrets({ name, table }, { environment, variable: targetVariable(name) })] as const;
  });
  return new Map(secrets);
}

/** The variable that holds the key of a target: `ORACLE_GATEWAY_KEEPER_TARGET_<NAME>`. */
export function targetVariable(name: string): string {
  return `ORACLE_GATEWAY_KEEPER_TARGET_${name.toUpperCase().replaceAll('-', '_')}`;
}
