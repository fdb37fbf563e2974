/** See bundled-licences.mjs. */
export function bundledLicences(build: { readonly metafile: string; readonly from: string }): string;
