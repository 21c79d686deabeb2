// Preloaded into a process whose clock is to be ahead, by CLOCK_AHEAD_MS.
const trueNow = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => trueNow() + aheadMs;
