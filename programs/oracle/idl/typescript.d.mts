import type { IdlRoot } from './codama.mjs';

export interface GeneratedModule {
  /** Path from the root of the repository. */
  readonly path: string;
  /** Not formatted yet. */
  readonly text: string;
}

/** The TypeScript modules of an IDL. */
export function typescriptModules(root: IdlRoot): readonly GeneratedModule[];
