// Client that opens connections, pipelines large requests and never reads. Prints the number of connections when its
// stdin ends.
const { connect } = require('node:net');

const [port, localAddress, count, target] = process.argv.slice(2);
const request = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(3);
let opened = 0;

async function openAll() {
  for (let attempt = 1; attempt <= Number(count); attempt += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).pause();
    socket.on('error', () => {}); // a reset ends the connection, as a close does
    socket.on('connect', () => {
      opened += 1;
      socket.write(request);
    });
    if (attempt % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

process.stdin.resume().on('end', () => {
  process.stdout.write(String(opened), () => process.exit());
});
openAll();
