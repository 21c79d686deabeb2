// Requests as text: of the samples for curl and fetch, and of live calls.

/** A parameter that is sent. Only a list has several texts. */
export interface SentParameter {
  name: string;
  /** `path`, `query` or `header`. */
  in: string;
  /** Whether a list is `repeated` or `comma-separated`. */
  list?: string | undefined;
  texts: readonly string[];
}

/** @returns The URL below that of the service, and the headers of the parameters. */
export function toRequest(path: string, parameters: readonly SentParameter[]) {
  let url = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: location, list, texts } of parameters) {
    const encoded = texts.map(encodeURIComponent);
    if (location === 'header') headers[name] = texts.join(',');
    else if (location === 'path') url = url.replace(`{${name}}`, () => encoded.join(','));
    else {
      const values = list === 'repeated' ? encoded : [encoded.join(',')];
      query.push(...values.map((value) => `${encodeURIComponent(name)}=${value}`));
    }
  }
  return { url: query.length > 0 ? `${url}?${query.join('&')}` : url, headers };
}
