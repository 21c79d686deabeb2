// Open-loop load at a fixed rate, evenly spaced. autocannon's overallRate sends the requests of each second in one burst,
// which measures the queue that the burst creates.
import { Agent, request } from 'node:http';
import type { LoadJob } from './job.js';
import { requestsOf } from './workloads.js';

/** Time to open the connections, not measured. */
const SETTLE_MS = 500;

export async function sendPaced(job: LoadJob, rate: number) {
  const { origins, connections, seconds = 1 } = job;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const requests = requestsOf(job, 0);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const { hostname, port } = new URL(origins[0] ?? '');
  const startMs = performance.now();
  const endMs = startMs + SETTLE_MS + seconds * 1000;
  let sent = 0;
  let errors = 0;
  let open = 0;

  await new Promise<void>((resolve) => {
    const done = () => {
      open -= 1;
      if (open === 0 && performance.now() >= endMs) resolve();
    };
    /** Latency starts at the scheduled time, so it includes the wait for a free connection. */
    const send = (dueMs: number) => {
      const { method, path, headers, body } = requests[sent % requests.length] ?? {};
      sent += 1;
      open += 1;
      const req = request({ hostname, port, agent, method, path, headers }, (res) => {
        res.resume();
        res.once('end', () => {
          if (dueMs >= startMs + SETTLE_MS) times.push(performance.now() - dueMs);
          const status = String(res.statusCode);
          statuses[status] = (statuses[status] ?? 0) + 1;
          done();
        });
      });
      req.once('error', () => {
        errors += 1;
        done();
      });
      req.end(body);
    };
    const tick = () => {
      const nowMs = performance.now();
      const due = Math.floor(((Math.min(nowMs, endMs) - startMs) * rate) / 1000);
      while (sent < due) send(nowMs);
      if (nowMs < endMs) setTimeout(tick, 1);
      else if (open === 0) resolve();
    };
    tick();
  });
  agent.destroy();
  // A server that cannot keep up needs longer than planned, which lowers its rate.
  const spanMs = Math.max(seconds * 1000, performance.now() - startMs - SETTLE_MS);
  return { times, spanMs, statuses, errors };
}
