/** A port of 127.0.0.1 on which a program can be told to listen. */
export function freePort(): Promise<number>;
