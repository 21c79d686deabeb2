// A client that opens connections from another address, pipelines large requests on each, and never reads. Ends with its
// stdin, and says how many connections it got.
const { connect } = require('node:net');

const [port, localAddress, count, target] = process.argv.slice(2);
const request = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(3);
let opened = 0;

async function attack() {
  for (let tried = 1; tried <= Number(count); tried += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).pause();
    socket.on('error', () => {}); // a reset is an end like any other
    socket.on('connect', () => {
      opened += 1;
      socket.write(request);
    });
    if (tried % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

process.stdin.resume().on('end', () => {
  process.stdout.write(String(opened), () => process.exit());
});
attack();
