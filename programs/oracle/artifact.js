/** The built program (SBF v3) as a file URL: what a local network loads and a deployer may deploy. */
export const programArtifactPath = new URL('./artifacts/oracle_program.so', import.meta.url);
