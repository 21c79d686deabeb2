// Inventory: everything of one kind that a contract has, each once: of its operations first, then of its components.
import type { Body, Carrier, Contract, Header, Parameter, Reply } from './contract.js';
import type { Edge, Schema } from './schema.js';
import { placesWithin } from './walk.js';

export function parametersOf(contract: Contract): readonly Parameter[] {
  return inventoryOf(contract).parameters;
}

export function bodiesOf(contract: Contract): readonly Body[] {
  return inventoryOf(contract).bodies;
}

export function repliesOf(contract: Contract): readonly Reply[] {
  return inventoryOf(contract).replies;
}

export function headersOf(contract: Contract): readonly Header[] {
  return inventoryOf(contract).headers;
}

/** Every place of a schema. */
export function placesOf(contract: Contract): readonly Edge[] {
  return inventoryOf(contract).places;
}

/** Every schema, at the first of its places. */
export function schemasOf(contract: Contract): readonly Edge[] {
  return inventoryOf(contract).schemas;
}

interface Inventory {
  parameters: readonly Parameter[];
  bodies: readonly Body[];
  replies: readonly Reply[];
  headers: readonly Header[];
  places: readonly Edge[];
  schemas: readonly Edge[];
}

/** Made once, since every rule of the linter asks for it. */
const inventories = new WeakMap<Contract, Inventory>();

function inventoryOf(contract: Contract): Inventory {
  const inventory = inventories.get(contract) ?? readInventory(contract);
  inventories.set(contract, inventory);
  return inventory;
}

function readInventory(contract: Contract): Inventory {
  const parameters = new Set<Parameter>();
  const bodies = new Set<Body>();
  const replies = new Set<Reply>();
  const headers = new Set<Header>();
  /** All that has a schema, in the order of the operations. */
  const carriers = new Set<Carrier>();
  const addHeader = (header: Header) => carriers.add(header) && headers.add(header);
  const addParameter = (parameter: Parameter) =>
    carriers.add(parameter) && parameters.add(parameter);
  const addBody = (body: Body) => {
    bodies.add(body);
    for (const media of body.content.values()) carriers.add(media);
  };
  const addReply = (reply: Reply) => {
    if (replies.has(reply)) return;
    replies.add(reply);
    for (const { value } of reply.headers.values()) addHeader(value);
    for (const media of reply.content.values()) carriers.add(media);
  };
  for (const operation of contract.operations) {
    for (const { value } of operation.parameters) addParameter(value);
    if (operation.body !== undefined) addBody(operation.body.value);
    for (const { value } of operation.replies.values()) addReply(value);
  }
  for (const parameter of contract.parameters.values()) addParameter(parameter);
  for (const body of contract.bodies.values()) addBody(body);
  for (const reply of contract.replies.values()) addReply(reply);
  for (const header of contract.headers.values()) addHeader(header);

  const seen = new Set<Schema>();
  const roots = [...carriers].flatMap(({ schema }) => schema ?? []);
  const places = [...roots, ...contract.schemas.values()].flatMap((root) => [
    ...placesWithin(root, undefined, seen),
  ]);
  const first = new Map<Schema, Edge>();
  for (const place of places) if (!first.has(place.schema)) first.set(place.schema, place);
  return {
    parameters: [...parameters],
    bodies: [...bodies],
    replies: [...replies],
    headers: [...headers],
    places,
    schemas: [...first.values()],
  };
}
