import { createInterface } from 'node:readline/promises';

/** One line of the standard input; null at the end of the input. The question goes to the standard error. */
export async function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}
