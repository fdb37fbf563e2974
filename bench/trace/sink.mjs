#!/usr/bin/env node
// Takes OTLP spans as JSON and keeps their number and bytes alone: `GET /` answers both. Prints its own url once it listens.
import { createServer } from 'node:http';

const told = { spans: 0, bytes: 0 };

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part) => (text += part));
  request.on('end', () => {
    if (request.method === 'POST') {
      told.spans += text.split('"spanId":').length - 1;
      told.bytes += Buffer.byteLength(text);
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'POST' ? {} : told));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
