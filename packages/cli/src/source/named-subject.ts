import { connectToRead } from '@oracle-gateway/caller';
import { operand } from '@oracle-gateway/caller/command';
import type { Subject } from '@oracle-gateway/protocol/internal';
import type { CliCall } from '../deps.js';
import type { SourceFlags } from './read-source.js';

export interface NamedSubject {
  readonly subject: Subject;
  /** The form that a request carries. */
  readonly source: object;
}

type Connection = Parameters<typeof connectToRead>[1];

/** Reads what the first operand names. No gateway is asked, except for a feed that only a gateway describes. Throws UsageError. */
export async function readNamedSubject(
  { operands, flags }: { readonly operands: readonly (string | undefined)[]; readonly flags: SourceFlags & Connection },
  { around, deps }: CliCall,
): Promise<NamedSubject> {
  const [{ readSource }, { parseSubject }] = await Promise.all([import('./read-source.js'), import('@oracle-gateway/protocol/internal')]);
  const catalogue = async () => (await connectToRead(deps.caller, flags)).client;
  const files = { files: around.files, readStandardInput: deps.readStandardInput, catalogue };
  const { source } = await readSource(files, operand({ operands }, 0), flags);
  return { subject: parseSubject('apiConfigs' in source ? source : { apiConfig: source }), source };
}
