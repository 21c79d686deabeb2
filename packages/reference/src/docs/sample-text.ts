// Text of samples: the place of the URL, and quotes of a shell.

/** Stands for the URL of the service, with its version, which only the page or the server knows. */
export const BASE_URL = '{baseUrl}';

/** Text as one word of a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
