// Deprecated parameters and properties on the reference page.
import { document } from '@animal-store/contract';
import { toPageDocument } from '../../../src/docs/page-document.js';
import { readContract } from '../../support/read-contract.js';

const DEPRECATED = {
  deprecated: true,
  'x-deprecated-since': '2026-01-01',
  'x-deprecated-sunset': '2030-12-05',
};
const NOTE = '**Deprecated since 2026-01-01; may be removed from 2030-12-05.**';

/** The contract with a deprecated parameter of listPets and two deprecated properties of animals. */
function pageDocument() {
  const edited = structuredClone(document);
  const { get: list } = edited.paths['/pets'] ?? {};
  const sort = { name: 'sort', in: 'query', description: 'The order.', schema: { type: 'string' } };
  Object.assign(list ?? {}, { parameters: [{ ...sort, ...DEPRECATED }] });
  for (const status of ['200', '400'])
    Object.assign(list?.responses ?? {}, {
      [status]: { description: 'x', headers: { Deprecation: {}, Sunset: {}, Link: {} } },
    });
  const { properties } = Object(edited.components.schemas.Pet);
  Object.assign(properties.status, DEPRECATED);
  properties.nick = { type: 'string', example: { ...DEPRECATED }, ...DEPRECATED };
  return { edited, page: toPageDocument(readContract(edited)) };
}

test('when a parameter is deprecated, then its description begins with both dates', () => {
  const { paths } = pageDocument().page;
  const [parameter] = paths['/pets']?.get?.parameters ?? [];
  expect(parameter?.description).toBe(`${NOTE} The order.`);
});

test('when a property is deprecated, then its description begins with both dates', () => {
  const { properties } = Object(pageDocument().page.components.schemas.Pet);
  expect(properties.status.description).toContain(NOTE);
  expect(properties.nick.description).toBe(NOTE);
  expect(properties.nick.example).not.toHaveProperty('description');
});

test('when an operation is deprecated, then its description stays, as it has a notice', () => {
  const { page, edited } = pageDocument();
  expect(page.paths['/pets/{petId}']?.get?.description).toBe(
    edited.paths['/pets/{petId}']?.get?.description,
  );
});

test('when the page has notes, then the published contract does not', () => {
  const { edited } = pageDocument();
  expect(JSON.stringify(edited)).not.toContain(NOTE);
});

test('when an operation has a deprecated parameter, then its deprecation headers are listed', () => {
  const { listPets, createPet } = pageDocument().page['x-reference'].operations;
  const statusesOf = (name: string) =>
    listPets?.headers.filter((header) => header.name === name).flatMap(({ statuses }) => statuses);
  expect(statusesOf('Deprecation')).toEqual(expect.arrayContaining(['200', '400', '429']));
  expect(statusesOf('Link')).toEqual(['200']);
  expect(createPet?.headers.map(({ name }) => name)).not.toContain('Deprecation');
});
