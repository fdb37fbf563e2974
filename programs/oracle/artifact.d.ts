/** The built program (SBF v3) as a file URL: what a local network loads and a deployer may deploy. */
export declare const programArtifactPath: URL;
