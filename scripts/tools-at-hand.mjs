/** Nothing is wrong with what is checked: a tool that checks it cannot be had. */
export class NoToolsError extends Error {
  name = 'NoToolsError';
}

/** Words of the system, pip, Go and npm where there is no such command, or no registry answers. A registry that lacks a version answers. */
const CANNOT_BE_HAD =
  /\bENOENT\b|ensurepip is not available|\(from versions: none\)|\bdial tcp\b|\b(?:EAI_AGAIN|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EBADPLATFORM)\b/;

/**
 * Runs what brings tools, and answers what it answers.
 *
 * @template T
 * @param {string} tools their names
 * @param {() => Promise<T>} bring its errors say what the commands printed
 * @returns {Promise<T>}
 * @throws NoToolsError where the tools cannot be had; any other error of `bring` as it is
 */
export async function toolsAtHand(tools, bring) {
  try {
    return await bring();
  } catch (error) {
    if (!CANNOT_BE_HAD.test(error.message)) throw error;
    throw new NoToolsError(`${tools} cannot be had: ${error.message}`, { cause: error });
  }
}
