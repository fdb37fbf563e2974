export function writeDeclarations(folder: string, entries: readonly string[]): void;
export function copyDeclarations(from: string, to: string): void;
