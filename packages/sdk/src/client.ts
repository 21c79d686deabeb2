// Owns openapi-fetch, and JSON that keeps every digit of a 64-bit integer; nothing else knows either.
import { parseInt64, type paths } from '@animal-store/contract';
import { parse, stringify } from 'lossless-json';
import createFetchClient from 'openapi-fetch';

export function createClient(baseUrl: string, apiKey: string) {
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    bodySerializer: (body) => stringify(body) ?? '',
  });
  client.use({
    async onResponse({ response }) {
      const text = await response.text();
      // openapi-fetch reads a Response with `json()`: hand it one that reads exactly.
      const exact = new Response(text, response);
      Object.defineProperty(exact, 'json', {
        value: async () => parse(text, undefined, readNumber),
      });
      Object.defineProperty(exact, 'text', { value: async () => text });
      return exact;
    },
  });
  return client;
}

function readNumber(digits: string): unknown {
  return parseInt64(digits) ?? Number(digits);
}
