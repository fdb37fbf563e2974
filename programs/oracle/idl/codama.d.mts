import type { visit } from '@codama/visitors-core';

/** The root node of the IDL, as JSON. */
export function rootNode(): Extract<Parameters<typeof visit>[0], { readonly kind: 'rootNode' }>;
