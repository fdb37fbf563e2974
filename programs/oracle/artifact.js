/** The built program (SBF v3) as a file URL: what a local network loads and a deployer may deploy. */
export const programArtifactPath = new URL('./artifacts/oracle_program.so', import.meta.url);
/** The built example of a program that reads feeds (SBF v3). */
export const consumerExampleArtifactPath = new URL('../consumer-example/artifacts/oracle_gateway_consumer_example.so', import.meta.url);
