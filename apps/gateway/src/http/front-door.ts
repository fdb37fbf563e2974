import type { RequestHandler } from 'express';
import { factsOf } from './request-facts.js';

const FOUND = 302;
/** The text that a program reads first. */
const FOR_PROGRAMS = 'llms.txt';

/**
 * Leads from `/` to where a caller begins: a browser to a page, if there is one, and a program to the text for models. Paths are relative, so
 * that they hold behind a proxy that adds one.
 */
export function serveFrontDoor({ page }: { readonly page: string | null }): RequestHandler {
  return (request, response, next) => {
    if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    factsOf(response).operation = 'front_door';
    // A program that takes anything is told the first.
    const isBrowser = request.accepts(['text/plain', 'text/html']) === 'text/html';
    response
      .set({ Location: isBrowser ? (page ?? FOR_PROGRAMS) : FOR_PROGRAMS, Vary: 'Accept' })
      .status(FOUND)
      .end();
  };
}
