/** See llms.mjs. */
export function llmsFullText(textOf: (page: string) => string): string;
