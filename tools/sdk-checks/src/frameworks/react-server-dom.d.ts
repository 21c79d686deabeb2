// The parts of react-server-dom-parcel that the checks call. It has no types of its own.
declare module 'react-server-dom-parcel/server.edge' {
  export function renderToReadableStream(
    model: unknown,
    options: { onError(error: unknown): void },
  ): ReadableStream<Uint8Array>;
}
declare module 'react-server-dom-parcel/client.edge' {
  export function createFromReadableStream(stream: ReadableStream<Uint8Array>): Promise<unknown>;
}
