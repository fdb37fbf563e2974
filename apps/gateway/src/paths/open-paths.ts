import type { OpenPath, OpenPathDeps, PathParts, PathSettings, PayPath } from './pay-path.js';
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
  operations(parts: PathParts): readonly ServedOperation[];
  stop(): void;
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
    operations: (parts) => opened.flatMap((entry) => operationsOf(entry, parts)),
    stop,
  };
}

function operationsOf(
  { path, open }: { readonly path: PayPath; readonly open: OpenPath | null },
  parts: PathParts,
): readonly ServedOperation[] {
  const endpoints = open?.endpoints(parts);
  return Object.entries(path.operations).map(([name, operation]) => ({
    operation,
    endpoint: endpoints?.[name] ?? notEnabled(path.notServed),
  }));
}
