// Command line of `npm run storefront`.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const APP = join(__dirname, '..');

function start(...flags: string[]): Promise<{ code: unknown; stderr: string }> {
  const args = ['--import', 'tsx', 'dev/start.ts', '--mock', ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: APP, timeout: 20_000 }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test('when the port is in use, then the command says in one line how to choose another one', async () => {
  const other = createServer().listen(0, 'localhost');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    expect(await start('--port', String(port))).toEqual({
      code: 1,
      stderr: `storefront: Port ${port} is already in use. Choose another one with --port.\n`,
    });
  } finally {
    other.close();
  }
});

test.each(['abc', '0', '65536'])(
  'when the port is %s, then the command says what it must be',
  async (port) => {
    expect(await start('--port', port)).toEqual({
      code: 1,
      stderr: `storefront: --port must be a port from 1 to 65535 (got "${port}")\n`,
    });
  },
);
