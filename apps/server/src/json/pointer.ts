// Owns JSON Pointers. Source: RFC 6901.

export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
