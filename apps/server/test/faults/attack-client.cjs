// Client that opens connections without a key, until its stdin ends. `flood` sends a request after each response, and opens a
// new connection in place of a closed one. `neverRead` pipelines requests. Prints the count of each status that it has read.
// Arguments: how, port, local address, number of connections, path, number of pipelined requests.
const { connect } = require('node:net');

const [how, port, localAddress, connections, path, pipelined] = process.argv.slice(2);
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const CONNECTION_CLOSE = /^Connection: close\r$/im;
const ATTACKS = { flood, neverRead };
const counts = {};

function open(requests) {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {}); // a reset ends the connection, as a close does
  return socket.on('connect', () => socket.write(REQUEST.repeat(requests)));
}

function flood() {
  const socket = open(1);
  socket.on('data', (data) => {
    const text = data.toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
    if (status === undefined) return; // the rest of a response
    counts[status] = (counts[status] ?? 0) + 1;
    if (!CONNECTION_CLOSE.test(text)) socket.write(REQUEST);
  });
  socket.on('close', () => setImmediate(flood));
}

function neverRead() {
  open(Number(pipelined)).pause();
}

async function attack() {
  for (let opened = 1; opened <= Number(connections); opened += 1) {
    ATTACKS[how]();
    if (opened % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

process.stdin.resume().on('end', () => {
  process.stdout.write(JSON.stringify(counts), () => process.exit());
});
attack();
