#!/usr/bin/env node
// Stand-in for a node, without everything that makes it one: POST a url, get its body. Prints its own url once it listens.
import { createServer, request as fetchOnce, Agent } from 'node:http';

const agent = new Agent({ keepAlive: true });

const server = createServer((request, response) => {
  let url = '';
  request.setEncoding('utf8').on('data', (text) => (url += text));
  request.on('end', () => {
    const fetching = fetchOnce(url, { agent }, (answer) => answer.pipe(response));
    fetching.on('error', () => response.writeHead(502).end());
    fetching.end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
