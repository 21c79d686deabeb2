// Scrapes of the metrics, for tests.
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 10;
const MAX_TRIES = 1_000;

/** The values of all time series, by name and labels as in the text format. */
export type Scrape = ReadonlyMap<string, number>;

export function parseScrape(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Repeats the scrape until it holds: requests are measured after the client has received the response. */
export async function scrapeUntil(
  scrape: () => Promise<string>,
  isReached: (scrape: Scrape) => boolean,
): Promise<Scrape> {
  for (let tries = 0; ; tries += 1) {
    const text = await scrape();
    const parsed = parseScrape(text);
    if (isReached(parsed)) return parsed;
    if (tries === MAX_TRIES) throw new Error(`the metrics do not become as expected:\n${text}`);
    await pause(PAUSE_MS);
  }
}

/** The number of requests with a route, method and status. */
export function requestsOf(scrape: Scrape, route: string, method: string, status: number | string) {
  const labels = `http_route="${route}",http_request_method="${method}",http_response_status_code="${status}"`;
  return scrape.get(`http_server_request_duration_seconds_count{${labels}}`) ?? 0;
}
