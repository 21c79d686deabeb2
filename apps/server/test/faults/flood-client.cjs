// Flood of anonymous requests. Each connection sends a request after each response, and reconnects when it is closed.
// Arguments: port, local address, number of connections, path. Prints the count of each status on SIGTERM.
const { connect } = require('node:net');

const [port, localAddress, connections, path = '/v1/pets'] = process.argv.slice(2);
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const CONNECTION_CLOSE = /^Connection: close\r$/im;

const counts = {};

function open() {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
  socket.on('connect', () => socket.write(REQUEST));
  socket.on('data', (data) => {
    const text = data.toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
    if (status === undefined) return; // the rest of a response
    counts[status] = (counts[status] ?? 0) + 1;
    if (!CONNECTION_CLOSE.test(text)) socket.write(REQUEST);
  });
  socket.on('error', () => {}); // a reset ends the connection, as a close does
  socket.on('close', () => setImmediate(open));
}

for (let index = 0; index < Number(connections); index += 1) open();
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
