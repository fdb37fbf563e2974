/** Text by path, from the folder of this package. */
export declare function abiFiles(): Map<string, string>;
