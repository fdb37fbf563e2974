export function writeDeclarations(folder: string, entries: readonly string[]): void;
