// Preload script that refuses connections to hosts other than ALLOWED_HOSTS, and writes them to REFUSED_FILE. The build of
// the SQLite driver is exempt: it downloads a driver, or the headers of Node.
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');

const allowed = ['localhost', '127.0.0.1', '::1', ...process.env.ALLOWED_HOSTS.split(',')];
const isDriverBuild = /prebuild-install|node-gyp/.test(process.argv[1] ?? '');
const { connect } = Socket.prototype;

Socket.prototype.connect = function (...args) {
  const [first, second] = args.flat();
  const options =
    typeof first === 'object' ? first : { host: typeof second === 'string' ? second : undefined };
  const host = options.path === undefined ? (options.host ?? 'localhost') : 'localhost'; // a path is a Unix socket
  if (!isDriverBuild && !allowed.includes(host)) {
    appendFileSync(process.env.REFUSED_FILE, `${host} by ${process.argv.join(' ')}\n`);
    throw new Error(`connections to ${host} are refused`);
  }
  return connect.apply(this, args);
};
