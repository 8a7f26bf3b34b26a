"use strict";
// The floor of a cold boot: node:http alone, which reads the request and answers 204.
const { createServer } = require("node:http");
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(204).end());
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`{"port":${server.address().port}}\n`));
