// Preload script that moves the process's clock ahead by CLOCK_AHEAD_MS.
const systemNow = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => systemNow() + aheadMs;
