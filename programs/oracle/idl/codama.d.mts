/** The root node of the IDL, as JSON. */
export function rootNode(): unknown;
