// Sample animals, for the mock, the tests, and the server that `npm run storefront` starts.
import { type NewPet, PET_STATUSES } from '@animal-store/sdk';

const NAMES =
  'Basil Biscuit Bramble Clementine Cricket Dorothy Figaro Ginger Hazel Juniper Luna Maple Mochi Nutmeg Olive Otis Pepper Percy Pickles Rufus Sable Tilly Tofu Waffles Ziggy Clover Domino Fern Gus Kiwi';

export const SAMPLE_ANIMALS: NewPet[] = NAMES.split(' ').map((name, index) => {
  const status = PET_STATUSES[index % PET_STATUSES.length];
  return { name, categoryId: 1 + (index % 7), ...(status && { status }) };
});
