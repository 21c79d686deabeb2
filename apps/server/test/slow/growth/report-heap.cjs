// The heap that is in use after a garbage collection, written to HEAP_FILE at each SIGUSR2.
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  for (let runs = 0; runs < 4; runs += 1) collect();
  writeFileSync(process.env.HEAP_FILE, `${process.memoryUsage().heapUsed}\n`);
});
