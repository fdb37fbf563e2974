import type { visit } from '@codama/visitors-core';

import type { InstructionRow } from './instructions.mjs';

/** The root node of an IDL, as JSON. */
export type IdlRoot = Extract<Parameters<typeof visit>[0], { readonly kind: 'rootNode' }>;

/** The IDL of `rows`; without rows, of the program's instructions. */
export function rootNode(rows?: readonly InstructionRow[]): IdlRoot;
