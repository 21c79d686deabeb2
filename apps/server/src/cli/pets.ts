// `pets`: import animals; show, change and delete one. The API itself has no update or delete.
import {
  document,
  type Int64,
  type Pet,
  parseInt64,
  resolve,
  type Schema,
} from '@animal-store/contract';
import { Command } from 'commander';
import { stringify } from 'lossless-json';
import { importCommand } from './import/command.js';
import { formatProperties } from './output.js';
import { withStore } from './with-store.js';

/** Does not compile if the contract's `Pet` has no `status`. */
type Status = NonNullable<Pet['status']>;
const STATUS_SCHEMA = { $ref: '#/components/schemas/Pet/properties/status' };

export function petsCommand(): Command {
  const pets = new Command('pets')
    .description('import, show, change and delete animals')
    .addCommand(importCommand('pets'));
  pets
    .command('show')
    .description('show an animal')
    .argument('<id>', 'id of the animal')
    .option('--json', 'print JSON, as the API sends it')
    .action(show);
  pets
    .command('set-status')
    .description('set the status of an animal, from the next request on')
    .argument('<id>', 'id of the animal')
    .argument('<status>', `one of ${statuses().join(', ')}`)
    .action(setStatus);
  pets
    .command('delete')
    .description('delete an animal permanently, from the next request on')
    .argument('<id>', 'id of the animal')
    .action(remove);
  return pets;
}

async function show(text: string, { json = false }: { json?: boolean }): Promise<void> {
  const id = readId(text);
  const pet = await withStore((store) => store.pets.get(id));
  if (pet === undefined) throw unknownPet(id);
  const value = pet.parse();
  process.stdout.write(json ? `${stringify(value, undefined, 2)}\n` : format(value));
}

async function setStatus(idText: string, statusText: string): Promise<void> {
  const id = readId(idText);
  const status = readStatus(statusText);
  const pet = await withStore((store) => store.pets.update(id, { status }));
  if (pet === undefined) throw unknownPet(id);
  process.stderr.write(`animal ${id} is now ${status}.\n`);
}

async function remove(text: string): Promise<void> {
  const id = readId(text);
  const isRemoved = await withStore((store) => store.pets.remove(id));
  if (!isRemoved) throw unknownPet(id);
  process.stderr.write(`deleted animal ${id}.\n`);
}

function readId(text: string): Int64 {
  const id = parseInt64(text);
  if (id !== undefined) return id;
  throw new Error(`<id> must be a 64-bit integer in decimal digits (got ${JSON.stringify(text)})`);
}

function readStatus(text: string): Status {
  if (isStatus(text)) return text;
  throw new Error(`<status> must be one of ${statuses().join(', ')} (got ${JSON.stringify(text)})`);
}

function isStatus(text: string): text is Status {
  return statuses().includes(text);
}

/** The values of an animal's status in the contract. */
function statuses(): readonly unknown[] {
  const schema = resolve<Schema>(STATUS_SCHEMA, document);
  return Array.isArray(schema.enum) ? schema.enum : [];
}

/** A line for each property that the animal has. */
function format(pet: Readonly<Pet>): string {
  const properties = Object.entries(pet);
  return formatProperties(
    properties.map(([name, value]) => [name, typeof value === 'string' ? value : stringify(value)]),
  );
}

function unknownPet(id: Int64): Error {
  return new Error(`animal ${id} does not exist`);
}
