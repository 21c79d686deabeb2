// The largest memory of this process and its processor time, written at its end. `maxRSS` would include that of the process that started it.
const { readFileSync, writeFileSync } = require('node:fs');

const { PEAK_FILE } = process.env;
if (PEAK_FILE)
  process.on('exit', () => {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const { user, system } = process.cpuUsage();
    writeFileSync(PEAK_FILE, JSON.stringify({ kilobytes, cpuMs: (user + system) / 1_000 }));
  });
