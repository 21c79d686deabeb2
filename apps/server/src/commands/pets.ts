// `pets`: import animals; list, show, change and delete one. The API itself has no update or delete.
import type { Pet } from '@animal-store/contract';
import { ENUMS } from '@animal-store/contract/server';
import type { Int64 } from '@animal-store/core';
import type { Shop } from '@animal-store/engine';
import {
  deleteCommand,
  importCommand,
  listCommand,
  readId,
  showCommand,
  unknownItem,
  withStore,
} from '@animal-store/engine/cli';
import { Argument, Command } from 'commander';
import type { Resources } from '../tables.js';

/** Does not compile if the contract's `Pet` has no `status`. */
type Status = NonNullable<Pet['status']>;

export function petsCommand(shop: Shop<Resources>): Command {
  const pets = new Command('pets')
    .description('import, list, show, change and delete animals')
    .addCommand(importCommand(shop, 'pets'))
    .addCommand(listCommand(shop, 'pets', 'listPets'))
    .addCommand(showCommand(shop, 'pets', 'animal'));
  pets
    .command('set-status')
    .description('set the status of an animal, from the next request on')
    .argument('<id>', 'id of the animal', readId)
    .addArgument(new Argument('<status>').choices(ENUMS.PetStatus))
    .action(async (id: Int64, status: Status) => {
      const pet = await withStore(shop, (store) => store.pets.update(id, { status }));
      if (pet === undefined) throw unknownItem('animal', id);
      process.stderr.write(`animal ${id} is now ${status}.\n`);
    });
  const remove = deleteCommand(shop, 'pets', 'animal');
  return pets.addCommand(
    remove.description('delete an animal permanently, from the next request on'),
  );
}
