import { ProviderError } from './provider-error.js';

/** @throws ProviderError at the first entry whose name an earlier one has */
export function requireDistinct<T>(entries: readonly T[], field: string, nameOf: (entry: T) => string, member = 'id'): void {
  const names = entries.map(nameOf);
  const repeated = names.findIndex((name, position) => names.indexOf(name) !== position);
  if (repeated !== -1) throw new ProviderError(`${field}[${repeated}].${member}`, 'must not be used twice');
}
