import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Consumers of a package that is ES modules alone. One with `main` serves those too that resolve as CommonJS, or as Node 10 did. */
const OF_ES_MODULES = new Set(['node16-esm', 'bundler']);

/**
 * Faults that publint and "Are the types wrong?" find in a package as it is published. One process checks all packages: loading the two
 * takes longer than what they do.
 *
 * @param {Buffer} tarball
 * @returns {Promise<string[]>}
 */
export async function packageFaults(tarball) {
  const bytes = Uint8Array.from(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(bytes));
  const served = problems.filter(
    ({ resolutionKind }) => resolutionKind === undefined || pkg.main !== undefined || OF_ES_MODULES.has(resolutionKind),
  );
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
    ...(types === false ? ['attw: the package has no types'] : []),
    ...served.map((problem) => `attw: ${JSON.stringify(problem)}`),
  ];
}
