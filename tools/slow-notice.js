// Notice on stderr of what an npm script does, if it says nothing for two seconds. The scripts of package.json preload it.
// SLOW_NOTICE=off, for a script inside another one, leaves it out.
const WORK = {
  'spec:lint': 'checking the contract',
  'spec:diff': 'comparing the contract with its base',
  'spec:impact': 'comparing the contract and the SDK with their base',
  'spec:preview': 'writing the reference page',
  mock: 'reading the contract and starting the mock',
};

const script = process.env.npm_lifecycle_event ?? '';
const timer = setTimeout(() => {
  const { stdout, stderr } = process;
  if (
    process.env.SLOW_NOTICE !== 'off' &&
    script in WORK &&
    !stdout.bytesWritten &&
    !stderr.bytesWritten
  ) {
    stderr.write(`${script}: ${WORK[script]} …\n`);
  }
}, 2_000);
timer.unref();
