/** The built program (SBF v3) as a file URL: what a local network loads and a deployer may deploy. */
export declare const programArtifactPath: URL;
/** The built example of a program that reads feeds (SBF v3). */
export declare const consumerExampleArtifactPath: URL;
