// Handlers of the operations in calls.yaml.

/** Answers with the request. */
async function echo<Query, Path, Headers, Body>({
  query,
  path,
  headers,
  body,
}: {
  query: Query;
  path: Path;
  headers: Headers;
  body: Body;
}) {
  return { status: 200 as const, body: { query, path, headers, body } };
}

export const callHandlers = { moveItem: echo, labelItem: echo };
