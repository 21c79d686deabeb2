// Clients whose results have 64-bit integers as strings.
import { connectWith } from './support/connect.js';
import { expectRefusal, json } from './support/scripted-server.js';

const BIG = '9007199254740993';
const PET = `{"id":${BIG},"name":"7","categoryId":1}`;

describe('when int64 is "string", then', () => {
  test('the items of all pages and the data of withResponse have them too', async () => {
    const { store } = await connectWith(
      { int64: 'string' },
      json(200, `[${PET}]`, { Link: '</v1/pets?cursor=a>; rel="next"' }),
      json(200, `[${PET}]`),
    );
    const ids: string[] = [];
    for await (const { id } of store.listPets.all()) ids.push(id);
    expect(ids).toEqual([BIG, BIG]);
    const { data } = await store.listPets().withResponse();
    expect(data.items[0]?.id).toBe(BIG);
  });

  test('a result survives JSON and goes back as it came, and numbers are taken as before', async () => {
    const { store, server } = await connectWith({ int64: 'string' }, json(200, PET));
    const pet = await store.getPet({ petId: BIG });
    const kept: typeof pet = JSON.parse(JSON.stringify(pet));
    for (const categoryId of [kept.id, BigInt(BIG), 5])
      await store.createPet({ name: kept.name, categoryId });
    const [get, ...posts] = server.received;
    expect(get?.url).toBe(`/v1/pets/${BIG}`);
    expect(posts.map(({ body }) => body)).toEqual(
      [BIG, BIG, 5].map((id) => `{"name":"7","categoryId":${id}}`),
    );
  });

  test.each(['', 'abc', '1.5', ' 1', '9223372036854775808'])(
    'the text %p is refused by name, and nothing is sent',
    async (text) => {
      const { store, server } = await connectWith({ int64: 'string' }, json(200, PET));
      await expectRefusal(store.getPet({ petId: text }), /^petId must be an? .*integer/, server);
      const call = store.createPet({ name: 'x', categoryId: text });
      await expectRefusal(call, `categoryId must be a 64-bit integer (got "${text}")`, server);
    },
  );
});
