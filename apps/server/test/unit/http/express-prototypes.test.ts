import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { createPrototypes } from '../../../src/http/express-prototypes.js';

test('requests and responses have the prototypes that Express would set', () => {
  const app = express();
  const prototypes = createPrototypes(app);
  const req = new (prototypes.IncomingMessage ?? IncomingMessage)(new Socket());
  const res = new (prototypes.ServerResponse ?? ServerResponse)(req);
  expect(Object.getPrototypeOf(req)).toBe(app.request);
  expect(Object.getPrototypeOf(res)).toBe(app.response);
  expect(req).toBeInstanceOf(IncomingMessage);
  expect(res).toBeInstanceOf(ServerResponse);
  expect(app.request.app).toBe(app);
});

test('headers are kept in the array of our class, not in the object of Node', () => {
  const { ServerResponse: Response = ServerResponse } = createPrototypes(express());
  expect(Response.prototype.setHeader).not.toBe(ServerResponse.prototype.setHeader);
  expect(Response.prototype.writeHead).not.toBe(ServerResponse.prototype.writeHead);
});

describe('headers of a response', () => {
  const create = () => {
    const { ServerResponse: Response = ServerResponse } = createPrototypes(express());
    return [
      new Response(new IncomingMessage(new Socket())),
      new ServerResponse(new IncomingMessage(new Socket())),
    ];
  };

  /** Calls that return, or throw, the same in Node's class and in ours. */
  const CALLS: [name: string, call: (res: ServerResponse) => unknown][] = [
    ['set', (res) => res.setHeader('X-One', '1').getHeader('x-one')],
    ['set twice', (res) => res.setHeader('X-One', '1').setHeader('x-one', 2).getHeaders()],
    ['set to a list', (res) => res.setHeader('Set-Cookie', ['a', 'b']).getHeader('set-cookie')],
    ['set from a Map', (res) => res.setHeaders(new Map([['X-One', '1']])).getHeaderNames()],
    [
      'append',
      (res) => res.appendHeader('Vary', 'a').appendHeader('vary', ['b', 'c']).getHeaders(),
    ],
    ['append once', (res) => res.appendHeader('Vary', 'a').getHeader('Vary')],
    ['have', (res) => [res.setHeader('A', 'b').hasHeader('a'), res.hasHeader('b')]],
    ['get absent', (res) => res.getHeader('a')],
    [
      'remove',
      (res) => {
        res.setHeader('A', 'b').setHeader('C', 'd').removeHeader('a');
        return res.getHeaders();
      },
    ],
    ['remove absent', (res) => [res.removeHeader('a'), res.getHeaderNames()]],
    ['a value with a line feed', (res) => res.setHeader('A', 'b\nc')],
    ['a value that Latin-1 does not have', (res) => res.setHeader('A', '\u20ac')],
    ['set after writeHead', (res) => res.writeHead(200).setHeader('A', 'b')],
    ['remove after writeHead', (res) => res.writeHead(200).removeHeader('A')],
    ['writeHead twice', (res) => res.writeHead(200).writeHead(200)],
    ['an invalid name', (res) => res.setHeader('a b', 'c')],
    ['no value', (res) => res.setHeader('A', undefined as never)],
  ];
  const outcomeOf = (call: () => unknown) => {
    try {
      return call();
    } catch (error) {
      return `${error}`;
    }
  };
  test.each(CALLS)('%s: as those of Node', (_, call) => {
    const [ours, nodes] = create().map((res) => outcomeOf(() => call(res)));
    expect(ours instanceof ServerResponse ? 'the response' : ours).toEqual(
      nodes instanceof ServerResponse ? 'the response' : nodes,
    );
  });

  test.each([
    [
      'by setHeader',
      (res: ServerResponse) => res.setHeader('A', '1').setHeader('B', ['2', '3']).writeHead(201),
    ],
    [
      'by an object',
      (res: ServerResponse) => res.setHeader('A', '1').writeHead(201, { a: '4', b: 5 }),
    ],
    [
      'by a list with repeated names',
      (res: ServerResponse) => res.writeHead(201, ['Set-Cookie', 'b', 'Set-Cookie', 'c']),
    ],
    [
      'without one that Node adds',
      (res: ServerResponse) => {
        res.removeHeader('Connection');
        return res.writeHead(201);
      },
    ],
    ['by a flat list', (res: ServerResponse) => res.setHeader('A', '1').writeHead(201, ['c', '6'])],
    [
      'with a reason',
      (res: ServerResponse) => res.setHeader('A', '1').writeHead(201, 'Made', { b: '7' }),
    ],
  ])('what is set %s is written as Node writes it', (_, write) => {
    const heads = create().map((res) => {
      res.sendDate = false;
      write(res);
      return String(Reflect.get(res, '_header')).toLowerCase();
    });
    expect(heads[0]).toBe(heads[1]);
  });
});
