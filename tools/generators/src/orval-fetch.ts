// The fetch function of orval's client: orval knows no base URL at run time.

export const server = { baseUrl: '', key: '' };

export async function fetchFromServer<Response>(
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${server.key}`);
  const response = await fetch(`${server.baseUrl}${path}`, { ...init, headers });
  return {
    data: await response.json(),
    status: response.status,
    headers: response.headers,
  } as Response;
}
