// The fetch function of orval's client: orval knows no base URL at run time.

export const server = { baseUrl: '', apiKey: '' };

/** @returns the shape that orval's client expects; nothing checks it. */
export async function fetchFromServer<Reply>(path: string, init?: RequestInit): Promise<Reply> {
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${server.apiKey}`);
  const response = await fetch(`${server.baseUrl}${path}`, { ...init, headers });
  return {
    data: await response.json(),
    status: response.status,
    headers: response.headers,
  } as Reply;
}
