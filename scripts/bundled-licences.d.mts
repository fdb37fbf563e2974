/** See bundled-licences.mjs. */
export function bundledLicences(builds: { readonly metafiles: readonly string[]; readonly from: string }): string;
