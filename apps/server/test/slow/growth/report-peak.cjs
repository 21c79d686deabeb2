// The largest memory of this process, written at its end. `maxRSS` would include that of the process that started it.
const { readFileSync, writeFileSync } = require('node:fs');

const { PEAK_FILE } = process.env;
if (PEAK_FILE)
  process.on('exit', () => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(PEAK_FILE, String(kilobytes));
  });
