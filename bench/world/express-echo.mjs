#!/usr/bin/env node
// The least that an HTTP service on Express can do: answers the JSON that it was sent. Prints its own url once it listens.
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.post('/', express.json(), (request, response) => {
  response.json(request.body);
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
