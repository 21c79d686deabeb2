// A flood of anonymous clients: each connection sends a request as soon as the last was answered, and connects again when
// it is closed. Arguments: port, local address, number of connections, what to send. Prints its counts on SIGTERM.
const { connect } = require('node:net');

const [port, localAddress, connections, path = '/v1/pets'] = process.argv.slice(2);
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
const CLOSES = /^Connection: close\r$/im;

const counts = {};

function open() {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
  socket.on('connect', () => socket.write(REQUEST));
  socket.on('data', (data) => {
    const text = data.toString('latin1');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
    if (status === undefined) return; // the rest of a reply
    counts[status] = (counts[status] ?? 0) + 1;
    if (!CLOSES.test(text)) socket.write(REQUEST);
  });
  socket.on('error', () => {}); // a reset is an end like any other
  socket.on('close', () => setImmediate(open));
}

for (let index = 0; index < Number(connections); index += 1) open();
process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
