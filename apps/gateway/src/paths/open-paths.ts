import type { OpenPath, OpenPathDeps, PathDryRun, PathSettings, PayPath, ServedPath } from './pay-path.js';
import type { PathPorts } from './path-ports.js';
import type { ServedOperation } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';

/** The ways to pay of a gateway, each open or left off by its configuration. */
export interface OpenPaths {
  /** Whether each path is served, by its name. */
  readonly served: Readonly<Record<string, boolean>>;
  /** Callers of a path that is served may pay a source beside the round. */
  readonly paySources: boolean;
  /** Why paths cannot serve yet, for `/ready`. */
  troubles(): readonly string[];
  /** Called once. */
  serve(ports: PathPorts): ServedPaths;
  stop(): void;
}

export interface ServedPaths {
  readonly operations: readonly ServedOperation[];
  /** Dry runs in the order of the paths. */
  readonly dryRuns: readonly NamedDryRun[];
}

/** A path's part in dry runs, with its name. */
export interface NamedDryRun extends PathDryRun {
  /** The name of the path. */
  readonly name: string;
}

/** Opens the paths in their order. Throws what the first one throws that cannot be opened, after it has stopped those before. */
export async function openPaths(paths: readonly PayPath[], settings: PathSettings, deps: OpenPathDeps): Promise<OpenPaths> {
  const opened: { readonly path: PayPath; readonly open: OpenPath | null }[] = [];
  const open = (): readonly OpenPath[] => opened.flatMap((entry) => entry.open ?? []);
  const stop = (): void => open().forEach((path) => path.stop?.());
  try {
    for (const path of paths) opened.push({ path, open: await path.open(settings, deps) });
  } catch (error) {
    stop();
    throw error;
  }
  return {
    served: Object.fromEntries(opened.map((entry) => [entry.path.name, entry.open !== null])),
    paySources: open().some(({ paysSources }) => paysSources === true),
    troubles: () => open().flatMap((path) => path.trouble?.() ?? []),
    serve(ports) {
      const served = opened.map((entry) => ({ path: entry.path, served: entry.open?.serve(ports) ?? null }));
      return { operations: served.flatMap(operationsOf), dryRuns: served.flatMap(dryRunOf) };
    },
    stop,
  };
}

interface PathAsServed {
  readonly path: PayPath;
  /** null: the configuration leaves it off. */
  readonly served: ServedPath | null;
}

function operationsOf({ path, served }: PathAsServed): readonly ServedOperation[] {
  return Object.entries(path.operations).map(([name, operation]) => ({
    operation,
    endpoint: served?.endpoints[name] ?? notEnabled(path.notServed),
  }));
}

function dryRunOf({ path: { name }, served }: PathAsServed): readonly NamedDryRun[] {
  return served?.dryRun === undefined ? [] : [{ name, ...served.dryRun }];
}
