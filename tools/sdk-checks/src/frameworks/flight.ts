// Program with the condition `react-server`: prints what React sends to the browser of two pages, a copy and the page itself.
import { AnimalStore } from '@animal-store/sdk';
import { renderToReadableStream } from 'react-server-dom-parcel/server.edge';

const body = '[{"id":9007199254740993,"name":"Rex","categoryId":1}]';
const headers = { 'Content-Type': 'application/json', Link: '</v1/pets?cursor=c2>; rel="next"' };
const store = new AnimalStore({
  baseUrl: 'https://api.animal-store.example/v1',
  apiKey: 'as_live_test',
  fetch: async () => new Response(body, { headers }),
});

const page = await store.listPets();
const errors: string[] = [];
const render = (props: object) =>
  new Response(
    renderToReadableStream(props, { onError: (error) => void errors.push(String(error)) }),
  ).text();
console.log(
  JSON.stringify({
    copy: await render({ page: { ...page } }),
    ofPage: await render({ page }),
    errors,
  }),
);
