/** Text of src/connection/scripts.generated.ts as the files of this folder make it. */
export declare function generateModule(): Promise<string>;
