// Headers of every reply, whatever answers it.

/** Replies must not be cached, and browsers must not guess another media type than the declared one. */
export const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Whether a client's X-Request-Id is short and plain enough to log, and to send back. */
export function isPlainRequestId(id: string): boolean {
  return /^[\w.:-]{1,128}$/.test(id);
}
